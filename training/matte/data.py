"""Photos, layers and measured sets on the device, and the targets that two networks make together, each looking five times."""
import glob, io, json, math, multiprocessing, os, threading, time, zipfile
from concurrent.futures import ThreadPoolExecutor
import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image, ImageOps
from net import normal
from raster import box, dilate, edge_band, iou, resize

SIDE = int(os.environ.get('SIDE', 768))
SCALE = float(os.environ.get('SCALE', 1))               # below 1 only to try the programs out on a CPU
BATCH = 24 if SCALE == 1 else 2          # one batch size for looking and scoring: fewer shapes to search kernels for
def px(side): return max(64, int(side * SCALE / 32) * 32)

BITS = np.array([bin(i).count('1') for i in range(256)], np.uint8)
def differ(pool, h): return int(BITS[(pool ^ np.uint64(h)).view(np.uint8).reshape(-1, 8)].sum(1).min()) if len(pool) else 64

def dhash(im):
    a = np.asarray(im.convert('L').resize((9, 8), Image.BOX), np.int16)
    return int(''.join('1' if v else '0' for v in (a[:, 1:] > a[:, :-1]).ravel()), 2)

def decode(job):
    m, photo, mask = job
    try:
        im = ImageOps.exif_transpose(Image.open(io.BytesIO(photo))).convert('RGB'); h = dhash(im); g = None
        x = np.asarray(im.resize((SIDE, SIDE), Image.BICUBIC)).transpose(2, 0, 1).copy()
        if mask is not None:
            v = Image.open(io.BytesIO(mask)).convert('L')
            if abs(v.height / v.width - im.height / im.width) > .03: return m, None, None, h
            g = np.asarray(v.resize((SIDE, SIDE), Image.BILINEAR)).copy()
            if not .008 < (g > 127).mean() < .95: return m, None, None, h
        return m, x, g, h
    except Exception:
        return m, None, None, 0


class Decoding:
    """Photos decoded by many processes meanwhile; to be started before anything touches the GPU, for it forks."""
    def __init__(self, stage, limit=0):
        jobs = []; self.bad = np.array(json.load(open(stage + '/forbidden.json')), np.uint64); self.dropped = 0; self.error = None
        for f in sorted(glob.glob(stage + '/raw_*.zip')):
            z = zipfile.ZipFile(f); names = set(z.namelist())
            for m in json.loads(z.read('index.json')):
                jobs.append((m, z.read(f'img/{m["id"]}'), z.read(f'mask/{m["id"]}') if f'mask/{m["id"]}' in names else None))
        np.random.default_rng(4).shuffle(jobs)            # so that any first part is like the whole
        if limit: jobs = jobs[:limit]
        self.pool = multiprocessing.get_context('fork').Pool(int(os.environ.get('PROCS', 8))); self.meta, self.gt = [], {}
        self.img = torch.empty(len(jobs), 3, SIDE, SIDE, dtype=torch.uint8)
        self.thread = threading.Thread(target=self.collect, args=(jobs,)); self.thread.start()
    def collect(self, jobs):
        try:
            for m, x, g, h in self.pool.imap_unordered(decode, jobs, chunksize=8):
                if x is None or differ(self.bad, h) <= 6: self.dropped += 1; continue
                self.img[len(self.meta)] = torch.from_numpy(x)
                if g is not None: self.gt[len(self.meta)] = torch.from_numpy(g)
                self.meta.append(m)
            self.pool.close(); self.pool.join()
        except BaseException as e: self.error = e


class Photos:
    """img, gt: uint8 planes; kind: binary (by hand) or none."""
    def __init__(self, decoding, device, log):
        decoding.thread.join()
        if decoding.error is not None: raise decoding.error
        self.meta, self.device, self.n = decoding.meta, device, len(decoding.meta)
        self.img = decoding.img[:self.n].to(device)
        self.gt = torch.zeros(self.n, 1, SIDE, SIDE, dtype=torch.uint8, device=device); decoding.img = None
        for i, g in decoding.gt.items(): self.gt[i, 0] = g.to(device)
        self.kind = np.array([m['kind'] for m in self.meta]); self.source = np.array([m['source'] for m in self.meta])
        log(self.n, 'photos,', decoding.dropped, 'dropped (unreadable or too near to a measured photo)')


class Teacher:
    """One network looking five times: 640 plain and mirrored, 896, 768 mirrored, closely around what it found."""
    def __init__(self, net, amp): self.net, self.amp = net, amp
    @torch.no_grad()
    def __call__(self, photos):
        x = photos.float()
        def look(y, size):
            with self.amp(): z = self.net(normal(resize(y, px(size), 'bicubic').clamp(0, 255)), n_out=1)[0].float()
            return resize(z, SIDE).clamp(-6, 6)
        a, b = look(x, 640), look(x.flip(-1), 640).flip(-1)
        c, d = look(x, 896), look(x.flip(-1), 768).flip(-1)
        close, inside = self.closely(x, (a + b) / 2, look)
        return [a, b, c, d, torch.where(inside, close, (a + b) / 2)]
    def closely(self, x, z, look):
        line = torch.linspace(-1, 1, SIDE, device=x.device); low, high = [], []
        for plane in ((z > 0).float().amax(2)[:, 0], (z > 0).float().amax(3)[:, 0]):
            low.append((torch.where(plane > 0, line, torch.full_like(line, 9.)).amin(1) - .15).clamp(-1, 1))
            high.append((torch.where(plane > 0, line, torch.full_like(line, -9.)).amax(1) + .15).clamp(-1, 1))
        found = [(h - l) > .2 for l, h in zip(low, high)]
        scale = [torch.where(f, (h - l) / 2, torch.ones_like(h)) for f, l, h in zip(found, low, high)]
        shift = [torch.where(f, (h + l) / 2, torch.zeros_like(h)) for f, l, h in zip(found, low, high)]
        zero = torch.zeros_like(scale[0])
        def window(sx, sy, cx, cy, source):
            th = torch.stack([torch.stack([sx, zero, cx], 1), torch.stack([zero, sy, cy], 1)], 1)
            g = F.affine_grid(th, (len(x), 1, SIDE, SIDE), align_corners=False)
            return F.grid_sample(source, g, mode='bilinear', padding_mode='border', align_corners=False), g
        cut, _ = window(*scale, *shift, x)
        back, g = window(1 / scale[0], 1 / scale[1], -shift[0] / scale[0], -shift[1] / scale[1], look(cut, 640))
        small = (scale[0] * scale[1] < .7)[:, None, None]
        return back, ((g[..., 0].abs() <= 1) & (g[..., 1].abs() <= 1) & small)[:, None]


@torch.no_grad()
def make_targets(P, teachers, log, seconds=1e9, band=8):
    """alpha, w: what is learned, how firmly; soft, ok: the teachers' mean logit (-6..6 as 0..255), where all looks agree."""
    n, dev, batch = P.n, P.device, BATCH; begin = time.time()
    P.alpha = torch.zeros(n, 1, SIDE, SIDE, dtype=torch.uint8, device=dev)
    P.w, P.soft, P.ok = torch.zeros_like(P.alpha), torch.zeros_like(P.alpha), torch.zeros_like(P.alpha)
    agree, same, area, most, touch, share = (np.zeros(n) for _ in range(6)); looked = np.zeros(n, bool)
    centre, boxes = torch.zeros(n, 2, device=dev), torch.zeros(n, 4, device=dev)
    line = torch.linspace(-1, 1, SIDE, device=dev); told = begin
    for i in range(0, n, batch):
        if time.time() - begin > seconds: log(f'  out of time: targets for {i} of {n} photos'); break
        if time.time() - told > 20: log(f'  targets {i} of {n}, {i / (time.time() - begin):.0f}/s'); told = time.time()
        i = max(0, min(i, n - batch)); j = slice(i, i + batch); looks = [t(P.img[j]) for t in teachers]
        means = [sum(v) / len(v) for v in looks]; fused = sum(means) / len(means)
        stack = torch.stack([z for v in looks for z in v]); looked[j] = True
        # one odd look is allowed, not an odd network
        s = torch.stack([iou((z > 0).float(), (fused > 0).float()) for z in stack]).sort(0).values
        s = torch.minimum(s[1], torch.stack([iou((z > 0).float(), (fused > 0).float()) for z in means]).amin(0))
        same[j] = s.cpu().numpy()
        none = torch.tensor(P.kind[j] == 'none', device=dev).float()[:, None, None, None]
        # By hand: the teachers' finer edge near the contour where they agree with the hand.
        g = P.gt[j].float() / 255; hard = (g > .5).float(); b = edge_band(hard, band); core = 1 - b
        agree[j] = iou((fused > 0).float() * core, hard * core).cpu().numpy()
        sure = torch.tensor(agree[j], device=dev).float()[:, None, None, None]
        t = torch.sigmoid(1.5 * fused); local = (box(t, 12) - box(hard, 12)).abs()
        trust = (1 - (local - .08) / .14).clamp(0, 1) * (sure > .7)
        lab = hard * core + b * (trust * t + (1 - trust) * box(hard, 2)); wl = core + b * (.8 * trust + .4 * (1 - trust))
        wl = wl * (1 - .8 * (fused > 1) * (1 - hard))
        # By the teachers: taken as decided; where networks or looks differ, or are in doubt over an area, nothing is learned.
        split = ((stack > 0).float().mean(0) - .5).abs() < .49
        # thin doubt is an edge, broad doubt is doubt
        edge = dilate(((fused.abs() < 3)).float(), 2) * (1 - dilate((box((fused.abs() < 2).float(), 10) > .6).float(), 3))
        conf = (fused.abs() / 3).clamp(0, 1); apart = split & (edge < .5)
        wn = torch.where(apart, torch.zeros_like(conf), torch.maximum(conf, .5 * edge))
        a = none * torch.sigmoid(2.2 * fused) + (1 - none) * lab; w = none * .8 * wn + (1 - none) * wl
        ok = (~apart).float() * (none + (1 - none) * ((t - lab).abs() < .5).float())
        u8 = lambda v: (v * 255).round().clamp(0, 255).to(torch.uint8)
        P.alpha[j], P.w[j], P.soft[j], P.ok[j] = u8(a), u8(w), u8((fused + 6) / 12), u8(ok)
        share[j] = (~apart).float().mean((1, 2, 3)).cpu().numpy(); area[j] = a.mean((1, 2, 3)).cpu().numpy()
        most[j] = (stack > 0).float().mean((2, 3, 4)).amax(0).cpu().numpy()
        touch[j] = torch.stack([v.mean((1, 2)) for v in (a[..., 0, :], a[..., -1, :], a[..., :, 0],
            a[..., :, -1])]).amax(0).cpu().numpy()
        q = a.sum((1, 2, 3)) + 1
        centre[j] = torch.stack([(a.sum((1, 2)) * line).sum(1) / q, (a.sum((1, 3)) * line).sum(1) / q], 1)
        bx = []
        for plane in ((a > .5).float().amax(2)[:, 0], (a > .5).float().amax(3)[:, 0]):
            bx += [torch.where(plane > 0, line, torch.full_like(line, 9.)).amin(1).clamp(max=1),
                torch.where(plane > 0, line, torch.full_like(line, -9.)).amax(1).clamp(min=-1)]
        boxes[j] = torch.stack(bx, 1)
    none = P.kind == 'none'
    P.usable = looked & np.where(none, (same > .92) & (area > .02) & (area < .85), True)
    # only the soft target, only where all agree
    P.mild = looked & ~P.usable & none & (share >= .8) & (area > .01) & (area < .9)
    P.clean = looked & np.where(none, same > .95, agree > .9) & (area > .02) & (area < .7)
    P.empty = looked & none & (area < .012) & (most < .03) & np.isin(P.source, ['codec', 'clutter', 'coco-u'])
    # nothing else in the photo that could be a subject
    P.alone = P.clean & (share > .97)
    P.w[torch.tensor(P.mild, device=dev)] = 0; P.ok[torch.tensor(looked & (share < .8), device=dev)] = 0
    P.touching = touch > .06; P.touch, P.centre, P.box = torch.tensor(P.touching, device=dev), centre, boxes
    if SCALE < 1: P.usable = looked.copy(); P.clean = looked.copy(); P.alone = looked.copy(); P.touching[::2] = False
    for s in sorted(set(P.source)):
        q = P.source == s
        log(f'  {s:12s} {q.sum():5d} photos, usable {P.usable[q].sum():5d}, soft only {P.mild[q].sum():5d}, '
            f'clean {P.clean[q].sum():5d}, '
            f'empty {P.empty[q].sum():4d}, teachers agree with the hand {agree[q].mean():.3f}, looks agree {same[q].mean():.3f}, '
            f'share {share[q].mean():.3f}')


def boxes_of(L):
    S = L.shape[-1]; line = torch.linspace(-1, 1, S, device=L.device); bx = []
    for i in range(0, len(L), 256):
        a = L[i:i + 256, 3:4] > 40; r = []
        for plane in (a.amax(2)[:, 0], a.amax(3)[:, 0]):
            r += [torch.where(plane, line, torch.full_like(line, 9.)).amin(1),
                torch.where(plane, line, torch.full_like(line, -9.)).amax(1)]
        bx.append(torch.stack(r, 1))
    return torch.cat(bx).clamp(-1, 1)

def load_layers(folder, stage, device, log):
    """dict(L, lbox, lkind, held, T (lettering), tbox, B (structures), bbox, bkind)"""
    def read(stem):
        X, kind, held = [], [], None
        for f in sorted(glob.glob(f'{folder}/{stem}_*.done.npy')):
            v = torch.from_numpy(np.load(f)).to(device)
            if '_900' in f: held = v; continue
            X.append(v); kind += open(f.replace('.done.npy', '.txt')).read().split('\n')
        return X, kind, held
    X, kind, held = read('layers')
    z = zipfile.ZipFile(stage + '/avatars.zip'); av = []
    for n in sorted(z.namelist()):
        if not n.endswith('.jpg'): continue
        rgb = np.asarray(Image.open(io.BytesIO(z.read(n))).convert('RGB')).transpose(2, 0, 1)
        a = np.asarray(Image.open(io.BytesIO(z.read(n[:-4] + '.png'))).convert('L'))
        av.append(torch.from_numpy(np.concatenate([rgb, a[None], np.zeros_like(a)[None]])))
    X.append(torch.stack(av).to(device)); kind += ['avatar'] * len(av); L = torch.cat(X)
    kinds = np.array([k.split(' ')[0].split('-')[0] for k in kind]); T, tk, _ = read('texts'); B, bk, _ = read('structs')
    T, B = torch.cat(T), torch.cat(B)
    log(len(L), 'layers', {str(k): int((kinds == k).sum()) for k in sorted(set(kinds))}, 'held back',
        0 if held is None else len(held), 'lettering', len(T), 'structures', len(B))
    return dict(L=L, lbox=boxes_of(L), lkind=kinds, held=held, T=T, tbox=boxes_of(T), B=B, bbox=boxes_of(B),
        bkind=np.array([k.split('-')[1] for k in bk]), avatars=len(av))


class Measured:
    def __init__(self, file, device):
        z = zipfile.ZipFile(file); have = set(z.namelist())
        raw = [(m, z.read(f'img/{m["id"]}.jpg'), z.read(f'gt/{m["id"]}.png'),
            z.read(f'ig/{m["id"]}.png') if f'ig/{m["id"]}.png' in have else None) for m in json.loads(z.read('index.json'))]
        def one(job):
            m, a, g, ig = job; im = Image.open(io.BytesIO(a)).convert('RGB')
            g = np.asarray(Image.open(io.BytesIO(g)).convert('L')).copy()
            if g.shape != (im.height, im.width): g = np.asarray(Image.fromarray(g).resize(im.size, Image.BOX)).copy()
            ig = np.asarray(Image.open(io.BytesIO(ig)).convert('L')).copy() if ig else np.zeros_like(g)
            return m, {s: torch.from_numpy(np.asarray(im.resize((px(s), px(s)), Image.BICUBIC)).transpose(2, 0, 1).copy())
                for s in (640, 896)}, torch.from_numpy(g), torch.from_numpy(ig)
        with ThreadPoolExecutor(8) as pool:
            self.items = [(m, {s: v.to(device) for s, v in x.items()}, g.to(device), ig.to(device)) for m, x, g,
                ig in pool.map(one, raw)]
    @torch.no_grad()
    def score(self, predict, size):
        rows = []
        for i in range(0, len(self.items), BATCH):
            it = self.items[i:i + BATCH]; x = torch.stack([t[1][size] for t in it])
            if len(it) < BATCH: x = torch.cat([x, x[:1].expand(BATCH - len(it), -1, -1, -1)])            # always the same shape
            for (_, _, g, ig), m in zip(it, predict(x)):
                p = F.interpolate(m[None], g.shape, mode='bicubic', align_corners=False); p = ((p - .03) / .94).clamp(0, 1)
                t, w = g[None, None].float() / 255, (ig[None, None] < 128).float(); pb, tb = (p > .5).float(), (t > .5).float()
                o = (pb * tb * w).sum() / ((pb + tb).clamp(max=1) * w).sum().clamp_min(1)
                ep, et, r = edge_band(pb, 1) * w, edge_band(tb, 1) * w, max(1, round(.008 * math.hypot(*g.shape)))
                pr, rc = (ep * dilate(et, r)).sum() / ep.sum().clamp_min(1), (et * dilate(ep, r)).sum() / et.sum().clamp_min(1)
                r = max(3, round(.012 * max(g.shape)))
                inside, outside = 1 - dilate((t < 250 / 255).float(), r), 1 - dilate((t > 5 / 255).float(), 2 * r)
                th = ((p < 250 / 255).float() * inside).sum() / inside.sum().clamp_min(1)
                gh = (((p > 2.5 / 255) & (p < 60.5 / 255)).float() * outside).sum() / outside.sum().clamp_min(1)
                rows.append(torch.stack([((p - t).abs() * w).sum() / w.sum(), o, 2 * pr * rc / (pr + rc + 1e-6),
                    (th > .05).float(), (gh > .01).float()]))
        r = torch.stack(rows).cpu().numpy(); names = np.array([t[0]['set'] for t in self.items]); self.last = r; out = {}
        for n in sorted(set(names)):
            q = r[names == n]; out[str(n)] = [float(q[:, k].mean()) for k in range(3)] + [int(q[:, k].sum()) for k in (3, 4)]
        return out

def text(r): return '  '.join(f'{k} {v[0]:.4f}/{v[1]:.4f}/{v[2]:.4f} st{v[3]} gh{v[4]}' for k, v in r.items())
