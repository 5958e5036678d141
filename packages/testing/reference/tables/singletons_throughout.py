"""s-07 and s-20 of secondary.json with lone respondents who attack every primary cell, not only those in one relation with theirs. Run here; prints the optimum."""
import json, os, sys; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack_exact import *
d = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'secondary.json')))
for g in d['tables']:
    if 'singletons' not in g: continue
    dims = [{l['code']: l['parent'] for l in x['levels']} for x in g['dims']]; nm = [x['name'] for x in g['dims']]
    val = {tuple(c[x] for x in nm): c['value'] for c in g['cells']}; leafs = [[c for c in D if c not in set(D.values())] for D in dims]
    T = cross(dims, {q: val[q] for q in itertools.product(*leafs)}, False, least=0.0)
    c = Case(T, [], unions=False); c.prim = {T.ix[x]: (.2 * T.a[T.ix[x]], .2 * T.a[T.ix[x]], [('freq', 3)]) for x in g['primary']}; c.base = set(c.prim)
    c.free = [i for i in range(T.n) if i not in c.prim and T.a[i] > 0]; c.lone = {f'alone in {x}': [T.ix[x]] for x in g['singletons']['cells']}
    r = c.solve(limit=3000); again = c.solve(extra=[*c.cuts, ([i for i in c.free if i not in r[1]], list(r[1]))], limit=3000)
    old = set(c.prim) | {T.ix[x] for x in g['singletons']['optimum']['secondary']}
    print(g['id'], r[0], [T.names[i] for i in r[1]], 'next best', again and again[0], 'in one relation only:', g['singletons']['optimum']['cost'], [(b['attacker'], b['cells'], b['low'], b['high']) for b in c.breaches(old)])
