"""RGBA layers with exact alpha and ground shadows, rendered from scanned objects and from procedural thin things.
  python3 layers.py STAGE OUT COUNT PROCS
STAGE holds scans_*.zip and librender.so (render.cpp); writes OUT/layers_NN.done.npy, and texts_… and structs_… of props.py."""
import ctypes, glob, io, math, os, sys, zipfile
import numpy as np
from PIL import Image
import props
SIDE = 640
FP = ctypes.POINTER(ctypes.c_float); IP = ctypes.POINTER(ctypes.c_int)


def read_mesh(b):
    """what pack_scans.py wrote"""
    nv, nf = (int(v) for v in np.frombuffer(b, np.uint32, 2)); sc = np.frombuffer(b, np.float32, 1, 8)[0]
    lo = np.frombuffer(b, np.float32, 3, 12); o = 24
    def take(n, type_):
        nonlocal o
        k = np.dtype(type_).itemsize; v = np.frombuffer(b, np.uint8, n * k, o).reshape(k, n).T.copy().view(type_).ravel()
        o += n * k; return v
    p = np.cumsum(take(nv * 3, np.uint16).reshape(3, nv), 1, dtype=np.uint16).T
    t = np.cumsum(take(nv * 2, np.uint16).reshape(2, nv), 1, dtype=np.uint16).T
    v = take(nf * 3, np.uint32).astype(np.int64); new = v == 0; f = (np.cumsum(new) - new - v).reshape(-1, 3)
    return p.astype(np.float32) / 65535 * sc + lo, t.astype(np.float32) / 65535, f.astype(np.int32)


def tube(points, radius, k=7):
    """a round bar along a polyline; radius per point or one"""
    P = np.asarray(points, np.float32); n = len(P); r = np.broadcast_to(np.asarray(radius, np.float32), (n,))
    d = np.gradient(P, axis=0); d /= np.linalg.norm(d, axis=1, keepdims=True) + 1e-9
    ref = np.array([.31, .17, .93]); a = np.cross(d, ref); a /= np.linalg.norm(a, axis=1, keepdims=True) + 1e-9
    b = np.cross(d, a)
    th = np.arange(k) / k * 2 * np.pi
    v = (P[:, None] + r[:, None, None] * (np.cos(th)[None, :, None] * a[:, None]
        + np.sin(th)[None, :, None] * b[:, None])).reshape(-1, 3)
    f = []
    for i in range(n - 1):
        for j in range(k):
            q, s = i * k + j, i * k + (j + 1) % k
            f += [(q, s, q + k), (s, s + k, q + k)]
    for e in (0, n - 1):
        for j in range(1, k - 1): f.append((e * k, e * k + j, e * k + j + 1))
    t = np.stack([np.tile(th / 6.3, n), np.repeat(np.linspace(0, 1, n), k)], 1)
    return v, t, np.array(f)

def box_mesh(c, s):
    v = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32) * np.asarray(s) / 2 + np.asarray(c)
    q = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    V, T, Fc = [], [], []
    for i, (a, b, c_, d) in enumerate(q):
        V += [v[a], v[b], v[c_], v[d]]; T += [(0, 0), (1, 0), (1, 1), (0, 1)]
        Fc += [(4 * i, 4 * i + 1, 4 * i + 2), (4 * i, 4 * i + 2, 4 * i + 3)]
    return np.array(V), np.array(T, np.float32), np.array(Fc)

def disc(c, r, thick=.03):
    return tube([(c[0], c[1], c[2]), (c[0], c[1], c[2] + thick)], r, 28)

def ring(c, r, rad, axis=1, n=40):
    th = np.arange(n + 1) / n * 2 * np.pi; p = np.zeros((n + 1, 3)); i, j = [(1, 2), (0, 2), (0, 1)][axis]
    p[:, i] = np.cos(th) * r; p[:, j] = np.sin(th) * r
    return tube(p + np.asarray(c), rad)

def leaf(base, tip, width, rng):
    base, tip = np.asarray(base, float), np.asarray(tip, float); d = tip - base; s = np.cross(d, rng.normal(size=3))
    s /= np.linalg.norm(s) + 1e-9
    u = np.linspace(0, 1, 9); w = width * np.sin(np.pi * u ** .8) ** .9; sag = -.12 * np.linalg.norm(d) * u ** 2
    mid = base + d * u[:, None]; mid[:, 2] += sag
    v = np.concatenate([mid - s * w[:, None], mid + s * w[:, None]]); f = []
    for i in range(8): f += [(i, i + 1, 9 + i), (i + 1, 10 + i, 9 + i)]
    return v, np.stack([np.r_[np.zeros(9), np.ones(9)], np.r_[u, u]], 1), np.array(f)

def colour_texture(rng, kind=None):
    c = np.array([rng.uniform(10, 245) for _ in range(3)]); k = kind or rng.choice(['plain', 'plain', 'wood', 'noise', 'metal'])
    n = 64; y, x = np.mgrid[:n, :n] / n
    if k == 'wood':
        c = np.array([rng.uniform(90, 190), rng.uniform(60, 130), rng.uniform(30, 80)])
        t = c + 25 * np.sin(40 * x + 6 * np.sin(5 * y))[..., None]
    elif k == 'leaf':
        c = np.array([rng.uniform(30, 120), rng.uniform(80, 170), rng.uniform(20, 80)])
        t = c + 15 * np.sin(60 * np.abs(x - .5) + 9 * y)[..., None]
    elif k == 'metal': g = rng.uniform(40, 220); t = np.full((n, n, 3), g) + rng.normal(0, 4, (n, n, 1))
    elif k == 'noise': t = c + rng.normal(0, 18, (n, n, 1))
    else: t = np.broadcast_to(c, (n, n, 3)) + 0.
    if rng.random() < .12: t = t * .15
    return np.clip(t, 0, 255).astype(np.uint8)

def thin_thing(rng):
    """list of (mesh, texture) on the ground z=0, about 1 high"""
    kind = rng.choice(['stool', 'chair', 'lamp', 'tripod', 'bike', 'plant', 'rack', 'racket', 'cup', 'branch'])
    a, b = colour_texture(rng), colour_texture(rng); r = rng.uniform(.008, .022); A, B = [], []
    if kind in ('stool', 'chair'):
        w, d, h = rng.uniform(.35, .6), rng.uniform(.35, .6), rng.uniform(.4, .7); sp = rng.uniform(0, .15)
        A.append(box_mesh((0, 0, h), (w, d, rng.uniform(.02, .07))) if rng.random() < .6 else disc((0, 0, h), w / 2))
        L = [(x * w * .45, y * d * .45) for x in (-1, 1) for y in (-1, 1)]
        for x, y in L: B.append(tube([(x * (1 + sp), y * (1 + sp), 0), (x, y, h)], r))
        if rng.random() < .6:
            z = h * rng.uniform(.2, .5)
            for i, j in ((0, 1), (2, 3), (0, 2), (1, 3)): B.append(tube([(L[i][0], L[i][1], z), (L[j][0], L[j][1], z)], r * .8))
        if kind == 'chair':
            n = int(rng.integers(3, 8)); bh = rng.uniform(.35, .6)
            for i in range(n): x = (i / (n - 1) - .5) * w * .9; B.append(tube([(x, -d * .45, h), (x, -d * .5, h + bh)], r * .8))
            A.append(box_mesh((0, -d * .5, h + bh), (w, .03, rng.uniform(.04, .14))))
    elif kind in ('lamp', 'tripod'):
        h = rng.uniform(.8, 1.2); sp = rng.uniform(.2, .45)
        if kind == 'tripod':
            for k in range(3): t = k * 2.094 + .3; B.append(tube([(sp * math.cos(t), sp * math.sin(t), 0), (0, 0, h * .8)], r))
            B.append(tube([(0, 0, h * .5), (0, 0, h)], r)); A.append(box_mesh((0, 0, h + .06), (.22, .14, .14)))
            A.append(tube([(0, .05, h + .06), (0, .2, h + .06)], .06, 16))
        else:
            A.append(disc((0, 0, 0), .18)); bend = rng.uniform(-.3, .3); z = np.linspace(0, 1, 9)
            B.append(tube(np.stack([bend * z ** 2, 0 * z, z * h], 1), r))
            A.append(tube([(bend, 0, h - .05), (bend, 0, h + .2)], [.2, .1], 20))
    elif kind == 'bike':
        R = .33; n = int(rng.integers(10, 20)); x1 = 1.0
        for x in (0, x1):
            A.append(ring((x, 0, R), R, .018)); B.append(tube([(x, -.05, R), (x, .05, R)], .02))
            for k in range(n):
                t = k / n * 6.283; B.append(tube([(x, 0, R), (x + R * math.cos(t), 0, R + R * math.sin(t))], .003, 4))
        for p, q in (((0, 0, R), (.35, 0, .75)), ((.35, 0, .75), (.8, 0, .78)), ((.45, 0, .3), (.8, 0, .75)),
            ((.45, 0, .3), (.33, 0, .85)), ((0, 0, R), (.45, 0, .3)), ((x1, 0, R), (.8, 0, .9)),
            ((.8, -.25, .93), (.8, .25, .93))):
            A.append(tube([p, q], .018))
        A.append(box_mesh((.32, 0, .87), (.22, .12, .04)))
    elif kind in ('plant', 'branch'):
        a, b = colour_texture(rng, 'leaf'), colour_texture(rng, 'wood')
        if kind == 'plant': c = tube([(0, 0, 0), (0, 0, .3)], [.13, .18], 20); B.append(c); B.append(disc((0, 0, .27), .16))
        for k in range(int(rng.integers(4, 9))):
            an, len_ = rng.uniform(0, 6.283), rng.uniform(.4, .9); u = np.linspace(0, 1, 8)
            x = u ** 1.5 * len_ * rng.uniform(.2, .7)
            z = (.28 if kind == 'plant' else .02) + u * len_; p = np.stack([x * math.cos(an), x * math.sin(an), z], 1)
            A.append(tube(p, .007, 5))
            for i in range(2, 8):
                if rng.random() < .85:
                    dv = rng.normal(size=3) * .1; dv[2] = abs(dv[2])
                    A.append(leaf(p[i], p[i] + dv * rng.uniform(1, 1.8), rng.uniform(.015, .045), rng))
    elif kind == 'rack':
        w, d, h = rng.uniform(.4, .8), rng.uniform(.2, .5), rng.uniform(.3, .9); n = int(rng.integers(4, 10))
        for z in (0.02, h):
            for p, q in (((-w, -d), (w, -d)), ((w, -d), (w, d)), ((w, d), (-w, d)), ((-w, d), (-w, -d))):
                B.append(tube([(p[0] / 2, p[1] / 2, z), (q[0] / 2, q[1] / 2, z)], r))
        for i in range(n + 1):
            x = (i / n - .5) * w
            for y in (-d / 2, d / 2): B.append(tube([(x, y, 0.02), (x, y, h)], r * .6, 5))
        for i in range(1, n): z = i / n * h; B.append(tube([(-w / 2, -d / 2, z), (w / 2, -d / 2, z)], r * .5, 5))
        A.append(box_mesh((0, 0, .03), (w, d, .02)))
    elif kind == 'racket':
        A.append(ring((0, 0, .75), .2, .014)); B.append(tube([(0, 0, 0), (0, 0, .3)], .022))
        A.append(tube([(0, 0, .3), (0, 0, .55)], .012))
        for k in range(-6, 7):
            s = math.sqrt(max(0, .2 ** 2 - (k * .03) ** 2))
            B.append(tube([(k * .03, 0, .75 - s), (k * .03, 0, .75 + s)], .002, 4))
            B.append(tube([(-s, 0, .75 + k * .03), (s, 0, .75 + k * .03)], .002, 4))
    else:
        z = np.linspace(0, .5, 12); A.append(tube(np.stack([0 * z, 0 * z, z], 1), .18 + .05 * np.sin(z * rng.uniform(3, 14)), 26))
        th = np.linspace(-1.4, 1.4, 12)
        A.append(tube(np.stack([.19 + .13 * np.cos(th), 0 * th, .25 + .13 * np.sin(th)], 1), .018))
    out = []
    for parts, tex in ((A, a), (B, b)):
        if parts: out.append((join(parts), tex))
    return out, kind

def join(parts):
    V, T, Fc, o = [], [], [], 0
    for v, t, f in parts: V.append(v); T.append(t); Fc.append(f + o); o += len(v)
    return np.concatenate(V).astype(np.float32), np.concatenate(T).astype(np.float32), np.concatenate(Fc).astype(np.int32)


class Layers:
    def __init__(self, stage, names=None):
        self.lib = ctypes.CDLL(os.environ.get('LIBRENDER') or os.path.join(stage, 'librender.so')); self.at = {}
        for z in sorted(glob.glob(stage + '/scans_*.zip')):
            for n in zipfile.ZipFile(z).namelist():
                if n.endswith('.bin'): self.at[n[:-4]] = z
        self.names = names or sorted(self.at); self.zips = {}; self.cache = {}

    def load(self, n):
        z = self.zips.setdefault(self.at[n], zipfile.ZipFile(self.at[n]))
        return read_mesh(z.read(n + '.bin')), np.asarray(Image.open(io.BytesIO(z.read(n + '.jpg'))).convert('RGB'))

    def one(self, rng, name=None):
        u = rng.random(); things = []; free = False
        if name is None and u < .14:
            t, kind = thin_thing(rng); things = [[t]]; kind = 'thin-' + kind
        else:
            count = 1 if name or u < .74 else int(rng.integers(2, 5)); kind = 'scan' if count == 1 else 'scans'
            for i in range(count):
                n = name if name and i == 0 else self.names[int(rng.integers(len(self.names)))]; m, tex = self.load(n)
                things.append([[(m, tex)]])
            things = [t for t in things]
            free = count == 1 and rng.random() < .22
        # place: the largest in the middle, others around it, touching or nearly
        V, T, Fc, O, texs, base, placed = [], [], [], [], [], 0, []
        for i, t in enumerate(things):
            pieces = t[0]; P = np.concatenate([p[0][0] for p in pieces]); lo, hi = P.min(0), P.max(0); size = (hi - lo).max()
            if i == 0: ref = size; s = 1.
            else: s = np.clip(size / ref, .45, 1.6) * ref / size
            c = (lo + hi) / 2; c[2] = lo[2]; an = rng.uniform(0, 6.283); co, si = math.cos(an), math.sin(an)
            Rz = np.array([[co, -si, 0], [si, co, 0], [0, 0, 1]])
            if free:
                q = rng.normal(size=4); q /= np.linalg.norm(q); w, x, y, z = q
                Rz = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])
                c = (lo + hi) / 2
            elif rng.random() < .18 and len(things) == 1 and kind == 'scan':      # lying on a side
                Rz = Rz @ np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]]) if rng.random() < .5 else Rz @ np.array([[0, 0, 1],
                    [0, 1, 0], [-1, 0, 0]])
            rad = np.linalg.norm((hi - lo)[:2]) / 2 * s * .85; off = np.zeros(3)
            if i:
                for tries in range(12):
                    d = rng.uniform(0, 6.283); k, r0 = placed[int(rng.integers(len(placed)))]
                    off = k + np.array([math.cos(d), math.sin(d), 0]) * (r0 + rad) * rng.uniform(.85, 1.15)
                    if all(np.linalg.norm((off - q)[:2]) > .8 * (r1 + rad) for q, r1 in placed): break
            placed.append((off, rad))
            Pq = [((p[0][0] - c) * s) @ Rz.T for p in pieces]
            low = min(q[:, 2].min() for q in Pq) if not free else 0
            for q, (m, tex) in zip(Pq, pieces):
                q = q + off; q[:, 2] -= low
                V.append(q); T.append(m[1]); Fc.append(m[2] + base); O.append(np.full(len(m[2]), len(texs)))
                texs.append(np.ascontiguousarray(tex)); base += len(q)
        V = np.ascontiguousarray(np.concatenate(V), np.float32); T = np.ascontiguousarray(np.concatenate(T), np.float32)
        Fc = np.ascontiguousarray(np.concatenate(Fc), np.int32); O = np.ascontiguousarray(np.concatenate(O), np.int32)
        # camera
        el = math.radians(np.clip(rng.normal(18, 15), -8, 75)); az = rng.uniform(0, 6.283); roll = math.radians(rng.normal(0, 4))
        fov = math.radians(rng.uniform(18, 55))
        c = (V.min(0) + V.max(0)) / 2; rad = np.linalg.norm(V - c, axis=1).max()
        dist = rad / math.sin(fov / 2) * rng.uniform(1., 1.5)
        f = -np.array([math.cos(el) * math.cos(az), math.cos(el) * math.sin(az), math.sin(el)]); eye = c - f * dist
        r = np.cross(f, [0, 0, 1]); r /= np.linalg.norm(r); up = np.cross(r, f)
        r, up = r * math.cos(roll) + up * math.sin(roll), up * math.cos(roll) - r * math.sin(roll)
        d = V - eye; z = d @ f; px, py = d @ r / z, -(d @ up) / z; S = SIDE
        w, h = np.ptp(px), np.ptp(py); fill = rng.uniform(.80, .84) if not free else .94
        foc = S * fill / max(w, h); cx = S / 2 - foc * (px.min() + px.max()) / 2
        cy = S * (.5 if free else .48) - foc * (py.min() + py.max()) / 2
        cam = np.array([*eye, *r, *up, *f, foc, cx, cy], np.float32)
        def direction(lo, hi):
            e, a = math.radians(rng.uniform(lo, hi)), rng.uniform(0, 6.283)
            return [math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)]
        def tint(k, s=.12): return [k * (1 + rng.normal(0, s)) for _ in range(3)]
        key = rng.uniform(.25, 1.5)
        light = np.array([*direction(25, 85), *tint(key), *direction(-20, 60), *tint(rng.uniform(0, .35)), *direction(-10, 50),
            *tint(rng.uniform(0, .5))], np.float32)
        amb = np.array([*tint(rng.uniform(.3, .8), .08), *tint(rng.uniform(.15, .45), .1)], np.float32)
        mat = np.array([[rng.uniform(0, .3) * (rng.random() < .6), rng.uniform(8, 80)] for _ in texs], np.float32)
        out = np.zeros((S, S, 4), np.float32); sh = np.zeros((S, S), np.float32)
        tp = (ctypes.c_void_p * len(texs))(*[t.ctypes.data for t in texs]); tw = np.array([t.shape[1] for t in texs], np.int32)
        th = np.array([t.shape[0] for t in texs], np.int32)
        pt = lambda a, ty=FP: a.ctypes.data_as(ty)
        self.lib.render(len(V), pt(V), pt(T), len(Fc), pt(Fc, IP), pt(O, IP), len(texs), tp, pt(tw, IP), pt(th, IP), pt(mat),
            pt(cam), S, S, 3, pt(light), pt(amb), ctypes.c_float(rng.random()), int(not free),
            ctypes.c_float(rng.uniform(.75, 1.1)), pt(out), pt(sh) if not free else None)
        a = out[..., 3]; rgb = out[..., :3]
        if not .02 < (a > 127).mean() < .9: return None
        return dict(rgb=np.clip(rgb + .5, 0, 255).astype(np.uint8), a=np.clip(a + .5, 0, 255).astype(np.uint8),
            sh=None if free else (sh * 255).astype(np.uint8), kind=kind, free=free)


def work(job):
    if job[2] in ('texts', 'structs'): return props.work(job)
    stage, out, count, seed, names = job; bad = 0
    L = Layers(stage, names); rng = np.random.default_rng(seed); got = []
    while len(got) < count:
        try: r = L.one(rng)
        except Exception as e:
            bad += 1; print('layer', type(e).__name__, e, flush=True)
            if bad > 100: raise
            continue
        if r is not None: got.append(r)
    z = np.zeros((SIDE, SIDE), np.uint8)
    f = f'{out}/layers_{seed:03d}.npy'
    np.save(f, np.stack([np.concatenate([g['rgb'].transpose(2, 0, 1), g['a'][None], (z if g['sh'] is None else g['sh'])[None]])
        for g in got]))
    open(f[:-4] + '.txt', 'w').write('\n'.join(g['kind'] + (' free' if g['free'] else '') for g in got))
    os.rename(f, f[:-4] + '.done.npy')
    return seed


if __name__ == '__main__':
    from multiprocessing import Pool
    stage, out, count, procs = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    small = int(os.environ.get('PROPS', 600)); piece = min(50, max(1, count // 2)); pp = min(60, small)
    os.makedirs(out, exist_ok=True)
    try: L = Layers(stage); names = sorted(L.names)
    except OSError as e: print('no rasteriser:', e, flush=True); names = []
    held, train = names[:50], names[50:]
    jobs = [(stage, out, min(120, max(8, count)), 900, held)] + [(stage, out, w, pp, s) for w in ('texts', 'structs')
        for s in range(small // pp)] + [(stage, out, piece, s, train) for s in range(count // piece)]
    if not names: jobs = [j for j in jobs if j[2] in ('texts', 'structs')]
    with Pool(procs) as p:
        for s in p.imap_unordered(work, jobs): print('layers', s, flush=True)
