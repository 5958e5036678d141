"""Adds optimumOwn to the magnitude tables of attacks.json: every respondent of two or more suppressed cells attacks, too, with its contributions
as least values. Level: what remains of the target without it, seen as an outsider. Run: python3 add_own.py FILE.json"""
import json, os, sys; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack_exact import *
class Own(Case):
    def demands(s):
        yield from Case.demands(s)
        t = s.t; cells = {}
        for i in t.leaf:
            for r in t.con.get(i, {}): cells.setdefault(r, []).append(i)
        for r, cs in cells.items():
            if len(cs) < 2: continue
            for p, (U, L, why) in s.prim.items():
                c = t.con[p]
                if len(c) == 1 and r in c: continue
                u = max(level(w, c, r if r in c else '')[1] for w in why)
                if u > 0: yield (('own', r), (p,), 1, u)
                l = min(u, L, t.a[p] - c.get(r, 0.0))
                if l > 0: yield (('own', r), (p,), -1, l)
    def attacker(s, r, S):
        if not isinstance(r, tuple): return Case.attacker(s, r, S)
        own = {i: s.t.con[i][r[1]] for i in S if r[1] in s.t.con.get(i, {})}
        return Attacker(s.t, S, [i for i in own if len(s.t.con[i]) == 1], own, r)
    def fails(s, q, S, att=None):
        if isinstance(q[0], tuple):
            if not set(q[1]) <= S: return True
            att = att or s.attacker(q[0], S); X = s.t.a[q[1][0]]; m = 1e-6 * max(1, X); v = att.reach(q[1], q[2])
            return v is not None and (v < X + q[3] - m if q[2] > 0 else v > X - q[3] + m)
        return Case.fails(s, q, S, att)
def rule(x):
    k, v = x.split('=')
    return ('p', float(v.rstrip('%'))) if k == 'p' else ('freq', int(v.split(',')[0]), 20) if k == 'freq' else (k, *[int(y) for y in v.split(',')])
d = json.load(open(sys.argv[1]))
for g in d['tables']:
    if g['kind'] != 'mag': continue
    nm = [x['name'] for x in g['dims']]; dims = [{l['code']: l['parent'] for l in x['levels']} for x in g['dims']]; con = {}; h = g['options']['holding'] or {}
    for q in g['records']: m = con.setdefault(tuple(q[x] for x in nm), {}); f = h.get(q['respondent'], q['respondent']); m[f] = m.get(f, 0.) + q['x']
    T = cross(dims, {}, False, con, least=0.0); c = Own(T, [rule(x) for x in g['rules']], g['options']['safe'], g['options']['fixed'], cost=g['options']['cost']); ex = c.set_exempt()
    S = c.base | {T.ix[x] for x in g['optimum']['secondary']}; b = [q for q in c.demands() if q not in ex and isinstance(q[0], tuple) and c.fails(q, S)]
    r = c.solve(limit=2000)
    g['optimumOwn'] = dict(cost=None if r is None else int(round(r[0])), secondary=None if r is None else [T.names[i] for i in r[1]], impossible=[[q[0][1] if isinstance(q[0], tuple) else q[0], T.names[q[1][0]], 'above' if q[2] > 0 else 'below'] for q in ex], optimumBrokenBy=sorted({(q[0][1], T.names[q[1][0]]) for q in b}))
    print(g['id'], g['family'], g['optimum']['cost'], '->', g['optimumOwn']['cost'], len(b), 'impossible', len(ex), flush=True)
d['optimumOwn'] = 'magnitudes: the same where every respondent of two or more suppressed cells attacks, too, its contributions being least values'
t = d.pop('tables'); d['tables'] = t; json.dump(d, open(sys.argv[1], 'w'), separators=(',', ':'))
