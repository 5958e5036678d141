"""Small tables, each with the cheapest pattern under the attackers of the README of @sdc/tabular, the interval of every suppressed cell, and who breaks
the pattern that older models call optimal. Run: python3 make_attacks.py OUT.json. Needs numpy, scipy (HiGHS).
attack_model.py is the model and its auditor, attack_exact.py the proof of the optimum."""
import sys, os, json, time; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack_exact import *
def flat(T, *c): return {T: None, **{x: T for x in c}}
def grp(T, spec): # {group: [leaves]}
    d = {T: None}
    for g, l in spec.items():
        d[g] = T
        for x in l: d[x] = g
    return d
def leaves(d): return [c for c in d if c not in set(d.values())]
def L(d): return itertools.product(*[leaves(x) for x in d])
def counts(rng, dims, p=(.2, .16, .14, .08, .14, .16, .12), vals=(0, 1, 2, 3, 5, 9, 24)): return {q: int(rng.choice(vals, p=p)) for q in L(dims)}
def micro(rng, dims, rate, reuse, sig=1.2, empty=.05):
    ls = [q for q in L(dims) if rng.random() > empty]; n = int(len(ls) * rate); con = {}
    for i in range(n):
        q = ls[int(rng.integers(len(ls)))]; f = f'f{int(rng.integers(max(2, int(n * reuse))))}'; x = float(int(np.exp(rng.normal(4, sig))) + 1)
        m = con.setdefault(q, {}); m[f] = m.get(f, 0.0) + x
    return con
R3 = ('r1', 'r2', 'r3'); R4 = R3 + ('r4',); C3 = ('c1', 'c2', 'c3'); C2 = C3[:2]; C4 = C3 + ('c4',); K2 = ('k1', 'k2')
# id, what it shows, kind, dims, rules, options, what the naive pattern must be broken by
FAM = {
 'ones': ('1-d, ones and published zeros', 'count', lambda: [flat('Total', 'a', 'b', 'c', 'd', 'e', 'g')], [('freq', 3)], dict(vals=(0, 1, 1, 2, 7, 12), p=(.2, .25, .2, .1, .15, .1)), 'exact'),
 'ones-named': ('1-d, the total is called Ensemble', 'count', lambda: [flat('Ensemble', '75', '92', '93', '94', '95')], [('freq', 2)], dict(vals=(0, 1, 1, 6, 14), p=(.2, .3, .2, .2, .1)), 'any'),
 'zeros-1d': ('1-d, zeros may be suppressed: one must be, or everybody reads ones', 'count', lambda: [flat('Total', 'a', 'b', 'c', 'd', 'e')], [('freq', 3)], dict(zeros='suppressible', cost='one', vals=(0, 1, 1, 9, 14), p=(.35, .25, .15, .15, .1)), 'any'),
 'zeros-2d': ('2-d, zeros may be suppressed', 'count', lambda: [flat('Total', *R3), flat('Total', *C3)], [('freq', 2)], dict(zeros='suppressible', cost='one', vals=(0, 1, 4, 9, 14), p=(.3, .25, .15, .15, .15)), 'any'),
 'counts-2d': ('2-d, published zeros; totals called Insgesamt and Alle', 'count', lambda: [flat('Insgesamt', *R3), flat('Alle', *C3)], [('freq', 3)], {}, 'any'),
 'counts-2d-43': ('2-d 4 x 3, published zeros', 'count', lambda: [flat('Total', *R4), flat('Total', *C3)], [('freq', 3)], {}, 'exact'),
 'small-totals': ('2-d, totals that are themselves small: a total of two ones is at least 2', 'count', lambda: [flat('Total', *R3), flat('Total', *C3)], [('freq', 4)], dict(want='clip', vals=(0, 1, 2, 8, 15), p=(.4, .25, .1, .15, .1)), 'any'),
 'counts-3d': ('3-d, published zeros', 'count', lambda: [flat('Total', 'r1', 'r2'), flat('Total', *C3), flat('Total', *K2)], [('freq', 3)], dict(limit=36), 'any'),
 'hier-1d': ('1-d hierarchy, the total is called _T', 'count', lambda: [grp('_T', {'A': ['A1', 'A2', 'A3'], 'B': ['B1', 'B2'], 'C': ['C1', 'C2', 'C3']})], [('freq', 3)], {}, 'any'),
 'hier-2d': ('2-d, one hierarchy', 'count', lambda: [grp('All', {'A': ['A1', 'A2'], 'B': ['B1', 'B2']}), flat('Both', 'm', 'w')], [('freq', 3)], dict(limit=21), 'any'),
 'fixed': ('2-d, the totals must be published', 'count', lambda: [flat('Total', *R3), flat('Total', *C4)], [('freq', 3)], dict(fixed='totals', vals=(0, 1, 2, 5, 9, 24), p=(.12, .16, .14, .2, .2, .18)), 'any'),
 'two-firms': ('magnitudes: a total of two firms, each alone in one part; nothing is hidden from the larger but the smaller', 'mag', lambda: [flat('Total', *R3), flat('Total', *C2)], [('p', 20)], dict(rate=1.4, reuse=1.2, want='strict'), 'none'),
 'two-lone': ('1-d: two firms alone in the two suppressed parts of one sum', 'mag', lambda: [flat('Total', 'a', 'b', 'c', 'd', 'e')], [('p', 15)], dict(rate=1.8, reuse=1.5, empty=0), 'lone'),
 'chain-nk': ('2-d: a chain from a firm that is alone to a cell in no sum with its own', 'mag', lambda: [flat('Total', *R4), flat('Total', *C3)], [('nk', 1, 70)], dict(rate=1.6, reuse=1.2, want='chain'), 'lone'),
 'chain-p': ('2-d: a chain, p % rule', 'mag', lambda: [flat('Total', *R4), flat('Total', *C3)], [('p', 30)], dict(rate=1.6, reuse=1.2, want='chain'), 'lone'),
 'chain-hier': ('hierarchy x columns: a chain', 'mag', lambda: [grp('Total', {'A': ['A1', 'A2'], 'B': ['B1', 'B2', 'B3']}), flat('Total', 'x', 'y')], [('p', 20)], dict(rate=1.7, reuse=1.2, limit=24), 'lone'),
 'lone-3d': ('3-d magnitudes, firms that are alone', 'mag', lambda: [flat('Total', 'r1', 'r2'), flat('Total', *C2), flat('Total', *K2)], [('p', 15)], dict(rate=2.0, reuse=1.2, limit=27), 'lone'),
 'nk2': ('(2,85) dominance', 'mag', lambda: [flat('Total', *R3), flat('Total', *C3)], [('nk', 2, 85)], dict(rate=2.4, reuse=1.0), 'lone'),
 'pq': ('prior-posterior (15, 60)', 'mag', lambda: [flat('Total', *R3), flat('Total', *C3)], [('pq', 15, 60)], dict(rate=2.0, reuse=1.1), 'lone'),
 'union': ('one firm in two suppressed cells of one sum', 'mag', lambda: [flat('Total', *R3), flat('Total', *C4)], [('p', 15)], dict(union=True, rate=4, reuse=1.5, sig=.5), 'union'),
 'holding': ('two firms of one holding: the rule and the union are of the holding', 'mag', lambda: [flat('Total', *R3), flat('Total', *C3)], [('p', 15)], dict(union=True, holding=True, rate=4, reuse=1.5, sig=.5), 'union'),
 'waiver': ('one firm agrees that its cell is published', 'mag', lambda: [flat('Total', *R3), flat('Total', *C3)], [('p', 15)], dict(rate=2.2, reuse=1.2, safe=1), 'lone'),
 'several-rules': ('three rules; every cell with its reasons', 'mag', lambda: [flat('Total', *R3), flat('Total', *C3)], [('p', 15), ('nk', 1, 75), ('freq', 3, 20)], dict(rate=2.6, reuse=1.1), 'lone'),
}
def make(fam, seed, tries=300):
    what, kind, dims, rules, o, want = FAM[fam]
    for k in range(tries):
        rng = np.random.default_rng([seed, k]); D = dims(); hold = None
        if kind == 'count':
            v = counts(rng, D, **{x: o[x] for x in ('p', 'vals') if x in o}); least = 1.0 if o.get('zeros') != 'suppressible' else None
            T = cross(D, v, True, least=least if least else (lambda: 0))
            if least is None: T.least = None
        else:
            con = micro(rng, D, o['rate'], o['reuse'], o.get('sig', 1.2), o.get('empty', .05))
            if o.get('union'):
                q = list(L(D))[:2]; big = float(rng.integers(700, 1400)); names = ('F1', 'F2') if o.get('holding') else ('F1', 'F1')
                for z, f in zip(q, names): con.setdefault(z, {}); con[z] = {x: min(y, 22.) for x, y in con[z].items()}; con[z][f] = big; big = float(int(big * .9)); [con[z].setdefault(f's{z[1]}{j}', float(rng.integers(8, 25))) for j in range(4)]
            raw = con
            if o.get('holding'): hold = {'F1': 'H', 'F2': 'H'}; con = {q: {} for q in raw}; [con[q].__setitem__(hold.get(f, f), con[q].get(hold.get(f, f), 0.) + x) for q, m in raw.items() for f, x in m.items()]
            T = cross(D, {}, False, con, least=0.0)
        safe = ()
        if o.get('safe'):
            pr = primaries(T, rules); c = [i for i in pr if i in T.leaf and len(T.con[i]) > 1]
            if not c: continue
            safe = (T.names[c[0]],)
        fixed = [T.names[i] for i in range(T.n) if i not in T.leaf] if o.get('fixed') == 'totals' else []
        pr = primaries(T, rules, safe)
        if not pr or any(T.names[i] in fixed for i in pr) or not (1 <= len(pr) <= 9): continue
        c = Case(T, rules, safe, fixed, zeros=o.get('zeros', 'published'), cost=o.get('cost', 'value'))
        if len(c.free) > o.get('limit', 16) or len(c.free) < 3: continue
        if c.set_exempt(): continue
        nv = c.naive()
        if nv is None: continue
        br = c.breaches(c.base | set(nv[1]))
        kinds = {'union' if b.get('union') else 'public' if b['attacker'] == 'everybody' else 'lone' for b in br}
        if want == 'exact' and not any(b['low'] == b['high'] for b in br): continue
        if want == 'any' and not br: continue
        if want in ('lone', 'union') and want not in kinds: continue
        strict = [(r, T.names[p], d) for r, kn in c.lone.items() for p, (U, Lw, _) in pr.items() if r in T.con.get(p, {}) and p not in kn for d, n in ((1, U), (-1, Lw)) if n > 0 and Case.fails(c, (r, (p,), d, n), c.base | set(c.free))]
        if o.get('want') == 'strict' and not strict: continue
        if o.get('want') == 'clip' and not any(Lw < min(1, T.a[p] - 1) for p, (U, Lw, _) in pr.items()): continue
        if o.get('want') == 'chain':
            if not any(not any({x, y} <= {T.names[t]} | {T.names[z] for z in ps} for x in b['knows'] for y in b['cells'] for t, ps in T.rels) for b in br if b['attacker'] != 'everybody'): continue
        t0 = time.time(); r = c.solve()
        if r is None: continue
        cost, sec = r; S = c.base | set(sec)
        if want == 'any' and abs(nv[0] - cost) < 1e-9 and not br: continue
        relaxed = None
        if kind == 'count':
            lp = Tab(T.names, T.a, T.rels, False, least=T.least); lp.component_least = T.component_least
            d = Case.__new__(Case); d.__dict__.update(c.__dict__); d.t = lp; rl = d.solve(); relaxed = rl and rl[0]
            if o.get('want') == 'integer' and (rl is None or rl[0] >= cost - 1e-9): continue
        elif o.get('want') == 'integer': continue
        b, iv = audit(T, S, pr, rules); assert not b, (fam, b)
        n = len(c.free); ver = ['no demand is missed (a second auditor)']
        bf = c.brute(cost, 1500)
        if bf is False: raise SystemExit(f'{fam}: brute force found a cheaper pattern')
        if bf: ver.append('every cheaper set of cells fails (enumeration)')
        else: ver.append('optimal by hitting sets; too many cheaper sets to enumerate')
        again = c.solve(extra=[*c.cuts, ([i for i in c.free if i not in sec], list(sec))] if sec else [*c.cuts, (c.free, ())])
        uniq = again is None or again[0] > cost + 1e-7 * max(1, cost)
        return dump(fam, seed, what, kind, D, T, c, rules, o, pr, safe, fixed, hold, raw if kind == 'mag' else None, cost, sec, uniq, S, iv, nv, br, strict, relaxed, ver)
    return None
def num(x): return None if x is None else int(round(x)) if abs(x - round(x)) < 1e-6 else round(float(x), 6)
def dump(fam, seed, what, kind, D, T, c, rules, o, pr, safe, fixed, hold, raw, cost, sec, uniq, S, iv, nv, br, strict, relaxed, ver):
    nm = T.names; names = ['row', 'col', 'lay'][:len(D)]; rule = lambda r: {'p': f'p={r[1]}%', 'nk': f'nk={r[1:]}', 'pq': f'pq={r[1:]}', 'freq': f'freq={r[1]}' + (f', {r[2]} %' if len(r) > 2 else '')}[r[0]].replace('(', '').replace(')', '').replace(' ', '') if r[0] != 'freq' else f'freq={r[1]}' + (f', level {r[2]} % of the value' if len(r) > 2 else '')
    cells = []
    for i, k in enumerate(nm):
        d = dict(zip(names, k.split('|'))); d['value'] = num(T.a[i])
        if kind == 'mag':
            x = sorted(T.con.get(i, {}).values(), reverse=True); d['count'] = len(x); d['largest'] = [num(v) for v in x[:2]]
            if len(x) == 1: d['alone'] = next(iter(T.con[i]))
        d['status'] = 'primary' if i in pr else 'safe' if k in safe else 'fixed' if k in fixed else ''
        cells.append(d)
    attackers = []
    for r, kn in c.lone.items():
        k = [i for i in kn if i in S]
        if not k: continue
        for p in pr:
            q = [x for x in c.demands() if x[0] == r and x[1] == (p,)]
            if not q: continue
            lo, hi = c.attacker(r, S).interval([p]); attackers.append(dict(attacker=r, knows=[nm[i] for i in k], cell=nm[p], own=num(T.con.get(p, {}).get(r, 0)), low=num(lo), high=num(hi), needAbove=num(max([x[3] for x in q if x[2] > 0], default=0)), needBelow=num(max([x[3] for x in q if x[2] < 0], default=0))))
    return dict(id=None, family=fam, what=what, kind=kind, dims=[dict(name=n, total=[x for x in d if d[x] is None][0], levels=[dict(code=x, parent=d[x]) for x in d]) for n, d in zip(names, D)],
        rules=[rule(r) for r in rules], options=dict(zeros=o.get('zeros', 'published'), cost=o.get('cost', 'value'), least=(1 if o.get('zeros') != 'suppressible' else '0 in a component with a suppressed zero, else 1') if kind == 'count' else 0, wholeNumbers=kind == 'count', safe=list(safe), fixed=fixed, holding=hold),
        records=[dict(zip(names, q), respondent=f, x=num(x)) for q, m in raw.items() for f, x in m.items()] if raw else None, cells=cells,
        primary=[dict(cell=nm[p], rules=[rule(w) for w in why], upper=num(U), lower=num(Lw)) for p, (U, Lw, why) in pr.items()],
        optimum=dict(cost=num(cost), number=len(sec), unique=bool(uniq), secondary=[nm[i] for i in sec]), costByLinearPrograms=num(relaxed) if kind == 'count' else None,
        intervals={nm[i]: [num(iv[i][0]), num(iv[i][1])] for i in sorted(S)}, attackers=attackers,
        naive=dict(model='suppressed cells at least 0, linear programs, everybody only', cost=num(nv[0]), secondary=[nm[i] for i in nv[1]], broken=[{**b, 'value': num(b['value']), 'low': num(b['low']), 'high': num(b['high']), 'needed': num(b['needed'])} for b in br]),
        mustNotBeDemanded=[dict(attacker=r, cell=p, side='above' if d > 0 else 'below') for r, p, d in strict], verified=ver)
HEAD = dict(
  what='suppression against the attackers: least cost, intervals, and who breaks the pattern of older models',
  attacker='everybody: published cells, relations, suppressed cells >= options.least, whole numbers for counts; a respondent alone in suppressed cells knows those besides and attacks every primary cell of the table; union: the sum over the suppressed parts of a relation in which one respondent is in two or more',
  levels='upper, lower of primary: already ended at what everybody knows before (lower <= value - least sum of its inner cells). A respondent who contributes to a cell must be left with the level of what remains without it (needAbove, needBelow)',
  cost='the sum over secondary cells of value, or 1; where optimum.unique is false only the cost is a reference',
  intervals='everybody; null = no bound; counts by integer programs', costByLinearPrograms='counts: the optimum where the attacker has no whole numbers (here never different)',
  naive='the cheapest pattern where suppressed cells are >= 0, attackers solve linear programs and know nothing of their own; broken = demands of the right model that it misses, with what the attacker computes',
  mustNotBeDemanded='targets where the full level against a contributor is impossible: a program that demands it ends without a table',
  tolerance='1e-6 relative', made='make_attacks.py, attack_exact.py, attack_model.py; scipy with HiGHS', verified='see each table')
if __name__ == '__main__':
    out = sys.argv[1]; first = json.loads(sys.argv[2]) if len(sys.argv) > 2 else None; res = []
    for fam in [f for f in FAM if f not in ('counts-2d-43', 'hier-1d', 'nk2')] if first is None else first:
        for seed in ([1] if first is None else first[fam]):
            t0 = time.time(); r = make(fam, seed); print(fam, seed, 'none' if r is None else (r['optimum']['cost'], r['naive']['cost'], len(r['naive']['broken']), r['optimum']['unique'], r['verified'][-1][:30]), f'{time.time()-t0:.1f}s', flush=True)
            if r: r['id'] = f'a-{len(res)+1:02d}'; res.append(r); json.dump(dict(HEAD, tables=res), open(out, 'w'), separators=(',', ':'))
