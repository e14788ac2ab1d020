"""Training samples: photos as they are, composites with layers, empty grounds. What stands behind the subject and is partly
hidden by it is not subject, however sharp and large; nor are buildings, cars, fences, lettering, the ground, shadows, far,
blurred or cut things. Things held before the subject are, and now and then a second one beside it."""
import numpy as np
import torch
import torch.nn.functional as F
from jpeg import jpeg
from net import normal
from raster import box, dilate, resize


def blur(x, r):
    """soft blur of about radius r (in px)"""
    return box(box(x, max(1, int(r * .6))), max(1, int(r * .6))) if r >= 1 else x


# how often, of all composites
CHANCES = dict(second=.05, front=.15, layer=.16, avatar=.10, body=.12, structure=.28, under=.10, over=.12, drawn=.10,
    over_photo=.05)


class Samples:
    def __init__(self, P, K, share, real=.65, empty=.03, new=.55, chances=None):
        """K: what load_layers gives"""
        self.P, self.K, self.d = P, K, P.device
        self.L, self.lbox = K['L'], K['lbox']; lkind = K['lkind']; self.c = {**CHANCES, **(chances or {})}
        self.real, self.empty, self.new = real, empty, new
        norm = lambda v: torch.tensor(v / v.sum()) if v.sum() > 0 else None
        w = np.zeros(P.n)
        for s in set(P.source):
            q = (P.source == s) & (P.usable | P.mild)
            if q.any(): v = P.usable * 1. + P.mild * .5; w[q] = share.get(s, .01) * v[q] / v[q].sum()
        self.any = norm(w); c = w * P.clean * P.usable; self.cut = norm(c if c.sum() else w)
        g = P.clean * np.array([dict(congress=.05, caltech=.4).get(s, 1.) for s in P.source])
        self.ground = norm(g if g.sum() else w); g = P.alone * (P.source != 'congress') * 1.
        self.alone = norm(g) if g.sum() >= 8 else self.ground
        q = np.isin(P.source, ['ccp-u', 'ccp', 'coco']) * P.clean * 1.; self.people = norm(q) if q.sum() else self.cut
        q = c * ~P.touching; self.whole = norm(q) if q.sum() else self.cut
        e = P.empty.astype(float); self.empties = norm(e) if e.sum() >= 8 else None
        lw = np.array([dict(scan=1., scans=1., thin=.9, avatar=2.2).get(k, 1.) for k in lkind]); self.lw = norm(lw)
        self.avatar = torch.tensor(lkind == 'avatar', device=self.d)
        one = ((lkind == 'scan') | (lkind == 'thin')) * 1.; self.lone = norm(one) if one.sum() else self.lw

    def u(self, n, a=0., b=1.): return torch.empty(n, 1, 1, 1, device=self.d).uniform_(a, b)
    def r(self, n, a=0., b=1.): return torch.empty(n, device=self.d).uniform_(a, b)
    def on(self, n, p): return (self.u(n) < p).float()
    def pick(self, w, n): return torch.multinomial(w, n, True).to(self.d)

    # ---- photos as they are
    def photo(self, idx, S):
        P, n, r = self.P, len(idx), self.r
        s = torch.where(r(n) < .55, r(n, .55, 1.), torch.ones(n, device=self.d))
        st = torch.where(r(n) < .5, r(n, .85, 1.18), torch.ones(n, device=self.d))
        sx, sy = (s * st).clamp(max=1), (s / st).clamp(max=1); lx, ly = 1 - sx, 1 - sy
        inside = lambda c, s, l, j: torch.minimum(torch.maximum(c + .5 * j * s, -l), l)
        cx, cy = inside(P.centre[idx, 0], sx, lx, r(n, -1, 1)), inside(P.centre[idx, 1], sy, ly, r(n, -1, 1))
        f = torch.where(r(n) < .5, -1., 1.); t = torch.where(r(n) < .2, r(n, -.17, .17), torch.zeros(n, device=self.d))
        co, si = t.cos(), t.sin()
        th = torch.stack([torch.stack([f * sx * co, -sy * si, cx], 1), torch.stack([f * sx * si, sy * co, cy], 1)], 1)
        g = F.affine_grid(th, (n, 1, S, S), align_corners=False)
        src = P.img[idx].float()
        if S <= 512 and src.shape[-1] > 512: src = resize(src, 512)
        x = F.grid_sample(src, g, mode='bicubic' if torch.rand(()) < .5 else 'bilinear', padding_mode='reflection',
            align_corners=False).clamp(0, 255)
        t = F.grid_sample(torch.cat([P.alpha[idx], P.w[idx], P.soft[idx], P.ok[idx]], 1).float() / 255, g, mode='bilinear',
            padding_mode='reflection', align_corners=False)
        return x, t[:, :1], t[:, 1:2], t[:, 2:3] * 12 - 6, t[:, 3:]

    def without_subject(self, n, S, of=None, hazy=.15):
        use = self.pick(self.ground if of is None else of, n); x, a = self.photo(use, S)[:2]
        q = S // 8; m = dilate((F.adaptive_max_pool2d(a, q) > .02).float(), 1); y = F.interpolate(x, (q, q), mode='area')
        known, fill, left = 1 - m, y.mean((2, 3), True).expand_as(y).clone(), torch.ones_like(m)
        for r in (2, 5, 12, 30):
            wt = box(known, r); k = left * (wt > .05).float(); fill = fill * (1 - k) + box(y * known, r) / (wt + 1e-5) * k
            left = left * (1 - k)
        m, fill = resize(m, S), resize(fill, S)
        x = x * (1 - m) + fill * m
        if self.empties is not None:
            e = self.photo(self.pick(self.empties, n), S)[0]; k = self.on(n, .3); x = k * e + (1 - k) * x
        if not hazy: return x
        k = self.on(n, hazy); h = self.photo(self.pick(self.any, n), S)[0]
        h = F.interpolate(box(F.interpolate(h, (48, 48), mode='area'), 3), (S, S), mode='bicubic', align_corners=False).clamp(0,
            255)
        return k * h + (1 - k) * x

    def drawn(self, n, S):
        """walls, tiles, planks, skies, cloth: nothing that could be a subject"""
        u, on = self.u, self.on; up = lambda v: F.interpolate(v, (S, S), mode='bicubic', align_corners=False)
        line = torch.linspace(0, 1, S, device=self.d); yy, xx = line[None, None, :, None], line[None, None, None, :]
        c = torch.rand(n, 3, 2, 2, device=self.d) * 255; flat = on(n, .4)
        c = flat * c[:, :, :1, :1] + (1 - flat) * (.5 * c + .5 * c[:, :, :1, :1])
        x = F.interpolate(c, (S, S), mode='bilinear', align_corners=True)
        sky = on(n, .15); top = torch.tensor([90., 140., 215.], device=self.d)[None, :, None, None] * u(n, .5, 1.1)
        x = sky * (top * (1 - yy) + (top * .4 + 140) * yy) + (1 - sky) * x
        t = u(n, -.3, .3); px_, py = xx * t.cos() + yy * t.sin(), yy * t.cos() - xx * t.sin(); f = torch.exp(u(n, .7, 3.4))
        g = f * torch.exp(u(n, -1., 1.))
        row = torch.floor(py * g); brick = on(n, .5); cu = px_ * f + .5 * brick * (row % 2); cell = torch.floor(cu)
        gap = u(n, .02, .12)
        line_ = 1 - ((cu - cell) > gap * .6).float() * ((py * g - row) > gap).float()
        tone = torch.sin(cell * 12.9898 + row * 78.233 + u(n, 0, 99)) * 43758.5453; tone = tone - torch.floor(tone) - .5
        tile = on(n, .4) * (1 - sky); x = x + tile * (tone * u(n, 0, 70)); x = x * (1 - tile * line_ * u(n, .1, .7))
        wave = on(n, .2) * (1 - sky); x = x + wave * torch.sin(px_ * f * 6.283 + 3 * torch.sin(py * 4)) * u(n, 4, 40)
        for s, a in ((4, 25), (16, 22), (64, 18), (S // 2, 10)):
            x = x + up(torch.randn(n, 1, s, s, device=self.d)) * u(n, 0, a) * on(n, .6)
        edge = on(n, .35); m = ((yy - u(n, .3, .85) + u(n, -.2, .2) * xx) * S / 3).clamp(0, 1) * edge
        x = x * (1 - m) + m * (x.flip(0) * u(n, .4, 1.1))
        soft = on(n, .3); return (soft * blur(x, 4 * S / 640) + (1 - soft) * x).clamp(0, 255)

    def nothing(self, n, S):
        """empty grounds: the target is nothing"""
        v = self.u(n); a, b = self.drawn(n, S), self.without_subject(n, S, self.alone, 0.); x = torch.where(v < .4, a, b)
        if self.empties is not None: x = torch.where(v > .75, self.photo(self.pick(self.empties, n), S)[0], x)
        x = self.lettered(x, .15); z = torch.zeros(n, 1, S, S, device=self.d); return x, z, z + 1, z, z

    def lettered(self, x, chance, a=None):
        """lettering or a logo laid over the picture; what is subject stays what it was"""
        q = (self.r(len(x)) < chance).nonzero()[:, 0]
        if len(q):
            n, r = len(q), self.r
            fo, ao, _, _, _ = self.layer(torch.randint(len(self.K['T']), (n,), device=self.d), r(n, -.7, .7), r(n, -.85, .85),
                torch.where(r(n) < .6, r(n, .25, .9), r(n, .9, 1.8)), x.shape[-1], of='T')
            # but it must not hide most of it
            if a is not None:
                ao = ao * ((ao * a[q]).sum((1, 2, 3), True) < .35 * a[q].sum((1, 2, 3), True) + 1).float()
            x = x.clone(); x[q] = x[q] * (1 - ao) + fo * ao
        return x

    # ---- one thing placed in a frame: box of the source to a wanted centre and size
    def place(self, src, bx, cx, cy, size, S, turn=None, aspect=None):
        """src n x C x h x h uint8; bx n x 4 (x0, x1, y0, y1 in -1..1); its longer side becomes `size` (2: the whole frame)"""
        n = len(src); w, h = bx[:, 1] - bx[:, 0], bx[:, 3] - bx[:, 2]; sc = size / torch.maximum(w, h).clamp_min(.05)
        f = torch.where(self.r(n) < .5, -1., 1.); st = self.r(n, .88, 1.13) if aspect is None else aspect
        kx, ky = 1 / (sc * st), st / sc; t = torch.zeros(n, device=self.d) if turn is None else turn; co, si = t.cos(), t.sin()
        bx_, by_ = (bx[:, 0] + bx[:, 1]) / 2, (bx[:, 2] + bx[:, 3]) / 2
        A = torch.stack([torch.stack([f * kx * co, f * kx * si], 1), torch.stack([-ky * si, ky * co], 1)], 1)
        c = torch.stack([cx, cy], 1); off = torch.stack([bx_, by_], 1) - (A @ c[:, :, None])[:, :, 0]
        g = F.affine_grid(torch.cat([A, off[:, :, None]], 2), (n, 1, S, S), align_corners=False)
        x = src.float(); level = (torch.minimum(kx, ky) * x.shape[-1] / S)
        out = torch.zeros(n, x.shape[1], S, S, device=self.d)
        for l, (lo, hi) in enumerate(((0, 1.5), (1.5, 3.), (3., 99.))):
            q = ((level >= lo) & (level < hi)).nonzero()[:, 0]
            if len(q):
                out[q] = F.grid_sample(F.avg_pool2d(x[q], 2 ** l) if l else x[q], g[q], mode='bilinear', padding_mode='zeros',
                    align_corners=False)
        return out, w * sc * st, h * sc / st

    def layer(self, idx, cx, cy, size, S, turn=None, of='L'):
        """colour (not multiplied), alpha, shadow"""
        src, box_ = dict(L=(self.L, self.lbox), T=(self.K['T'], self.K['tbox']), B=(self.K['B'], self.K['bbox']))[of]
        raw = src[idx]; a = raw[:, 3:4].float() / 255
        pre = torch.cat([raw[:, :3].float() * a, raw[:, 3:].float()], 1)
        o, w, h = self.place(pre, box_[idx], cx, cy, size, S, turn)
        al = o[:, 3:4] / 255; rgb = o[:, :3] / al.clamp_min(.004)
        return rgb.clamp(0, 255), al.clamp(0, 1), o[:, 4:5] / 255, w, h

    def body(self, idx, cx, cy, size, S):
        """a subject cut from its photo; one that touches its photo's border stays at that border"""
        P = self.P; x = P.img[idx].float(); a = P.alpha[idx].float() / 255
        f, k = box(x * a, 8) / (box(a, 8) + 1e-4), ((a - .9) / .1).clamp(0, 1); col = (x * k + f * (1 - k)).clamp(0, 255)
        pre = torch.cat([col * a, a * 255, P.w[idx].float() * (a > .02)], 1)
        touch = P.touch[idx]
        # touching: whole photo to whole frame (its border is the frame's border)
        whole = torch.tensor([-1., 1., -1., 1.], device=self.d).expand(len(idx), 4)
        bx = torch.where(touch[:, None], whole, P.box[idx])
        z = torch.zeros_like(cx)
        o, w, h = self.place(pre, bx, torch.where(touch, z, cx), torch.where(touch, z, cy), torch.where(touch, z + 2., size), S,
            aspect=torch.where(touch, z + 1., self.r(len(idx), .9, 1.11)))
        al = o[:, 3:4] / 255; rgb = o[:, :3] / al.clamp_min(.004)
        w_ = torch.where(al > .02, o[:, 4:5] / 255, torch.ones_like(al))
        return rgb.clamp(0, 255), al.clamp(0, 1), w_, w, h

    def like(self, f, a, b, k):
        """bring the colour of a layer nearer to its ground's"""
        mf = (f * a).sum((2, 3), True) / (a.sum((2, 3), True) + 1); mb = b.mean((2, 3), True)
        gain = (mb.mean(1, True) / (mf.mean(1, True) + 1)).clamp(.45, 1.8)
        tint = ((mb / (mb.mean(1, True) + 1)) / (mf / (mf.mean(1, True) + 1)).clamp_min(.3)).clamp(.75, 1.33)
        return (f * (1 + k * (gain - 1)) * (1 + .5 * k * (tint - 1))).clamp(0, 255)

    def behind(self, b, a, cx, cy, bw, bh, S):
        """sharp things of the subject's size or larger, partly hidden by it: not subject"""
        r, n = self.r, len(b); low = cy + bh / 2
        q = (r(n) < self.c['under']).nonzero()[:, 0]
        if len(q):
            b = b.clone(); m = len(q)
            fo, ao, _, _, _ = self.layer(torch.randint(len(self.K['T']), (m,), device=self.d),
                (cx[q] + r(m, -.6, .6)).clamp(-.9, .9), (cy[q] + r(m, -.7, .4) * bh[q]).clamp(-.9, .9), r(m, .5, 1.8), S, of='T')
            b[q] = b[q] * (1 - ao) + fo * ao
        for kind in ('structure', 'structure', 'body', 'layer', 'avatar'):
            q = (r(n) < self.c[kind] * (.6 if kind == 'structure' else 1)).nonzero()[:, 0]
            if not len(q): continue
            m = len(q); side = torch.where(r(m) < .5, -1., 1.); big = torch.maximum(bw[q], bh[q]).clamp(.5, 1.8)
            if kind == 'structure':
                idx = torch.randint(len(self.K['B']), (m,), device=self.d); bx = self.K['bbox'][idx]
                sz = torch.maximum(big * r(m, .8, 1.7), torch.full_like(big, .7)).clamp(max=2.4)
            elif kind == 'body': idx = self.pick(self.whole, m); bx = self.P.box[idx]; sz = big * r(m, .7, 1.25)
            else:
                idx = self.pick(self.lw, m) if kind == 'layer' else self.avatar.nonzero()[:,
                    0][torch.randint(int(self.avatar.sum()), (m,), device=self.d)]
                bx = self.lbox[idx]; sz = big * r(m, .7, 1.25)
            w, h = bx[:, 1] - bx[:, 0], bx[:, 3] - bx[:, 2]; sc = sz / torch.maximum(w, h).clamp_min(.05); w, h = w * sc, h * sc
            # touching or overlapping from the side; standing on about the same ground, a little further back
            ox = cx[q] + side * (bw[q] / 2 + w / 2 - torch.minimum(bw[q], w) * r(m, .05, .6))
            oy = torch.minimum(low[q] - r(m, .0, .22), torch.full_like(low[q], 1.15)) - h / 2
            if kind == 'body':
                fo, ao, _, _, _ = self.body(idx, ox, oy, sz, S)
                if self.P.touch[idx].any(): ao = ao * (~self.P.touch[idx]).float()[:, None, None, None]
            else: fo, ao, _, _, _ = self.layer(idx, ox, oy, sz, S, of='B' if kind == 'structure' else 'L')
            dark = self.on(m, .35); fo = self.like(fo, ao, b[q], self.u(m, 0, .7)) * (1 - dark * self.u(m, .2, .65))
            hid = (ao * a[q]).sum((1, 2, 3)) / (ao.sum((1, 2, 3)) + 1); seen = (ao * (1 - a[q])).mean((1, 2, 3))
            ok = (hid > .03) & (seen > .004); ok = ok & ((hid < .85) if kind != 'structure' else (hid < .97))
            ao = ao * ok.float()[:, None, None, None]
            soft = self.on(m, .2); k = blur(torch.cat([fo * ao, ao * 255], 1), float(torch.empty(()).uniform_(1.5, 4)) * S / 640)
            ab = k[:, 3:4] / 255; fb = (k[:, :3] / ab.clamp_min(.004)).clamp(0, 255)
            ao, fo = soft * ab + (1 - soft) * ao, soft * fb + (1 - soft) * fo
            b = b.clone(); b[q] = b[q] * (1 - ao) + fo * ao
        return b

    def composite(self, n, S):
        r, u, on = self.r, self.u, self.on; px = S / 640
        isl = (r(n) < self.new); line = torch.linspace(-1, 1, S, device=self.d)
        yy, xx = line[None, None, :, None], line[None, None, None, :]
        # main subject
        size = torch.where(r(n) < .3, r(n, .5, 1.), r(n, 1., 1.9)); room = (1 - size / 2).clamp_min(0); cut = r(n) < .18
        cx = torch.where(cut, torch.where(r(n) < .5, -1., 1.) * (1 - size * r(n, .05, .35)), r(n, -1, 1) * room)
        cy = torch.where(r(n) < .12, 1 - size * r(n, .1, .35), r(n, -.6, 1) * room)
        turn = torch.where(r(n) < .2, r(n, -.3, .3), torch.zeros(n, device=self.d))
        li = self.pick(self.lw, n); f1, a1, sh, w1, h1 = self.layer(li, cx, cy, size, S, turn)
        bi = self.pick(self.cut, n); f2, a2, wt2, w2, h2 = self.body(bi, cx, cy, size, S)
        k = isl.float()[:, None, None, None]; f, a, w = f1 * k + f2 * (1 - k), a1 * k + a2 * (1 - k), k + wt2 * (1 - k)
        sh = sh * k; bw, bh = torch.where(isl, w1, w2), torch.where(isl, h1, h2)
        # ground
        b = self.without_subject(n, S); k_ = on(n, self.c['drawn']); b = k_ * self.drawn(n, S) + (1 - k_) * b
        low = (cy + bh / 2)[:, None, None, None]
        floor = on(n, .4); edge = (yy - (low - u(n, .02, .5) * bh[:, None, None, None]) + u(n, -.12, .12) * xx)
        m = (edge * S / 4).clamp(0, 1) * floor
        tex = resize(self.photo(self.pick(self.any, n), 256)[0], S).flip(2)
        tex = torch.where(u(n) < .5, box(tex, int(12 * px)), tex)
        tex = (tex * u(n, .5, 1.3) + (torch.rand(n, 3, 1, 1, device=self.d) - .5) * 70).clamp(0, 255)
        b = b * (1 - m) + tex * m
        plate = on(n, .07) * k
        rr = ((xx - cx[:, None, None, None]) / (bw[:, None, None, None] * u(n, .55, .95))) ** 2 + ((yy - low + .05)
            / (bw[:, None, None, None] * u(n, .12, .3))) ** 2
        m = ((1 - rr) * S / 8).clamp(0, 1) * plate; c = torch.rand(n, 3, 1, 1, device=self.d) * 255
        b = b * (1 - m) + (c * (1 - .25 * rr.clamp(0, 1)) + (.75 < rr) * 12) * m
        plain, flat, own = on(n, .16), on(n, .4), on(n, .35); c = torch.rand(n, 3, 2, 2, device=self.d) * 255
        c = flat * c[:, :, :1, :1] + (1 - flat) * c
        mean = (f * a).sum((2, 3), True) / (a.sum((2, 3), True) + 1); c = own * (mean + (c - 127) * .25) + (1 - own) * c
        g = F.interpolate(c, (S, S), mode='bilinear', align_corners=True) + torch.randn(n, 1, S, S, device=self.d) * u(n, 0, 5)
        b = plain * g + (1 - plain) * b
        # what is not subject: things behind, blurred, small, or cut by the border
        for kind, chance in (('layer', .45), ('layer', .3), ('layer', .2), ('person', .25), ('person', .12)):
            q = (r(n) < chance).nonzero()[:, 0]
            if not len(q): continue
            mq = len(q); base = torch.maximum(bw[q], bh[q]).clamp(.4, 1.8)
            sz = base * r(mq, .15, .42) * (1.15 if kind == 'person' else 1)
            at_border = r(mq) < .35; side = torch.where(r(mq) < .5, -1., 1.)
            ox = torch.where(at_border, side * r(mq, .93, 1.02), r(mq, -1, 1))
            oy = torch.where(at_border, r(mq, -.4, 1.), (cy[q] + r(mq, -.6, .35) * bh[q]).clamp(-1, 1))
            sz = torch.where(at_border, sz * 1.3, sz)
            if kind == 'layer':
                fo, ao, so, _, _ = self.layer(self.pick(self.lone, mq), ox, oy, sz, S,
                    torch.where(r(mq) < .3, r(mq, -1.5, 1.5), torch.zeros(mq, device=self.d)))
            else:
                av = r(mq) < .35
                fo, ao, so, _, _ = self.layer(self.avatar.nonzero()[:,
                    0][torch.randint(int(self.avatar.sum()), (mq,), device=self.d)], ox, oy, sz * 1.25, S)
                idx = self.pick(self.people, mq); idx_box = self.P.box[idx]; P = self.P; x = P.img[idx].float()
                al = P.alpha[idx].float() / 255
                o, _, _ = self.place(torch.cat([x * al, al * 255], 1), idx_box, ox, oy, sz * 1.25, S)
                ap = (o[:, 3:4] / 255).clamp(0, 1); fp = (o[:, :3] / ap.clamp_min(.004)).clamp(0, 255)
                v = av.float()[:, None, None, None]; fo, ao = fo * v + fp * (1 - v), ao * v + ap * (1 - v)
            far = ((ox - cx[q]).abs() > 1.5 * bw[q]) & (sz < .32 * base)
            rad = float(torch.empty(()).uniform_(2.5, 9)) * px
            soft = torch.where(far & (r(mq) < .5), 0., 1.)[:, None, None, None]
            fo = self.like(fo, ao, b[q], torch.rand(mq, 1, 1, 1, device=self.d) * .7)
            pre = blur(torch.cat([fo * ao, ao * 255], 1), rad); ab = pre[:, 3:4] / 255; fb = pre[:, :3] / ab.clamp_min(.004)
            ao, fo = soft * ab + (1 - soft) * ao, soft * fb.clamp(0, 255) + (1 - soft) * fo
            b[q] = b[q] * (1 - ao) + fo * ao
        soft = on(n, .18) * (1 - plain); rad = float(torch.empty(()).uniform_(2, 10)) * px
        b = soft * blur(b, rad) + (1 - soft) * b
        # strips behind the subject (posts, rails, branches)
        q = (r(n) < .3).nonzero()[:, 0]
        if len(q):
            mq = len(q); t = u(mq, 0, 3.1416)
            x0, y0 = xx - cx[q][:, None, None, None] - u(mq, -.4, .4), yy - cy[q][:, None, None, None] - u(mq, -.4, .4)
            al, ac = x0 * t.cos() + y0 * t.sin(), y0 * t.cos() - x0 * t.sin(); ac = ac + u(mq, -.4, .4) * al * al
            m = ((torch.exp(u(mq, -4.6, -2.2)) - ac.abs()) * S / 2).clamp(0, 1); b[q] = b[q] * (1 - m) + tex[q] * m
        b = self.behind(b, a, cx, cy, bw, bh, S)
        f = self.like(f, a, b, on(n, .7) * u(n, .1, .9))
        b = b * (1 - blur(sh, 2 * px) * u(n, .15, .75) * on(n, .8))
        # contact shadow for what has none
        cs = on(n, .35) * (1 - (sh.amax((2, 3), True) > 0).float())
        e = ((xx - cx[:, None, None, None]) / (bw[:, None, None, None] * .55 + .02)) ** 2 + ((yy - low)
            / (.06 + .05 * bw[:, None, None, None])) ** 2
        b = b * (1 - cs * u(n, .2, .6) * torch.exp(-1.5 * e))
        # a second one of the same size beside or behind, in focus: subject too
        q = (r(n) < self.c['second']).nonzero()[:, 0]
        if len(q):
            mq = len(q); sz = size[q] * r(mq, .75, 1.2); dx = torch.where(r(mq) < .5, -1., 1.) * bw[q] * r(mq, .4, .95)
            fo, ao, so, _, _ = self.layer(self.pick(self.lw, mq), cx[q] + dx, cy[q] + r(mq, -.1, .1), sz, S)
            fo = self.like(fo, ao, b[q], torch.rand(mq, 1, 1, 1, device=self.d) * .7)
            seen = ao.sum((1, 2, 3)) / (a[q].sum((1, 2, 3)) + 1); good = (seen > .35).float()[:, None, None, None]; ao = ao * good
            b[q] = b[q] * (1 - ao) * (1 - so * .4 * good * (1 - ao)) + fo * ao
            w[q] = torch.where((a[q] < .5) & (ao > .02), torch.ones_like(ao), w[q]); back = torch.zeros_like(a); back[q] = ao
        else: back = torch.zeros_like(a)
        x = f * a + b * (1 - a); al = 1 - (1 - a) * (1 - back)
        # held or leaning against the subject, in front of it: subject too
        q = (r(n) < self.c['front']).nonzero()[:, 0]
        if len(q):
            mq = len(q); flatp = F.adaptive_avg_pool2d(a[q], 40); prob = flatp * (flatp > .9); prob[:, :, :10] *= .3
            prob = prob.flatten(1) + 1e-9; at = torch.multinomial(prob, 1)[:, 0]
            ox, oy = (at % 40 + .5) / 20 - 1, (at // 40 + .5) / 20 - 1
            sz = torch.maximum(bw[q], bh[q]).clamp(max=2) * r(mq, .2, .5)
            fo, ao, so, _, _ = self.layer(self.pick(self.lone, mq), ox, oy, sz, S, r(mq, -1.2, 1.2))
            fo = self.like(fo, ao, x[q], torch.rand(mq, 1, 1, 1, device=self.d) * .8)
            ok = ((ao * a[q]).sum((1, 2, 3)) / (ao.sum((1, 2, 3)) + 1) > .25).float()[:, None, None, None]; ao = ao * ok
            x[q] = x[q] * (1 - ao) + fo * ao; al[q] = 1 - (1 - al[q]) * (1 - ao)
            w[q] = torch.where(ao > .02, torch.ones_like(ao), w[q])
        x = self.lettered(x, self.c['over'], al)
        # dark on dark
        dark = on(n, .07); x = x * (1 - dark) + dark * x * u(n, .12, .4)
        # softened as one picture
        k = on(n, .4); x = k * box(x, 1) + (1 - k) * x
        z = torch.zeros_like(al); return x, al, w, z, z

    def colour(self, x):
        n, u, on = x.shape[0], self.u, self.on
        k = on(n, .6); x = x * (1 + k * u(n, -.25, .25)) + k * u(n, -18, 18)
        x = x * (1 + on(n, .5) * torch.empty(n, 3, 1, 1, device=x.device).uniform_(-.1, .1))
        g = x.mean(1, True); x = g + (x - g) * (1 + on(n, .4) * (u(n, .3, 1.4) - 1)) * (1 - on(n, .05))
        gam = 1 + on(n, .3) * (u(n, .7, 1.4) - 1); x = 255 * ((x.clamp(0, 255) + .3) / 255) ** gam
        dark = on(n, .08); x = x * (1 - dark * u(n, .4, .82)); v = u(n)
        x = x + (x - box(x, 1)) * ((v < .45).float() * u(n, .4, 1.8) - (v > .9).float() * u(n, .6, 1.))
        if torch.rand(()) < .3:                                                                   # motion blur
            L = int(torch.randint(3, 9, ())); k = on(n, .25)
            y = F.avg_pool2d(F.pad(x, (L, L, 0, 0), mode='replicate'), (1, 2 * L + 1),
                1) if torch.rand(()) < .5 else F.avg_pool2d(F.pad(x, (0, 0, L, L), mode='replicate'), (2 * L + 1, 1), 1)
            x = k * (.6 * y + .4 * x) + (1 - k) * x
        x = x + torch.randn_like(x) * (on(n, .3) * u(n, 1, 8) + dark * u(n, 0, 7)); c = on(n, .4); x = x.clamp(0, 255)
        return (c * jpeg(x, u(n, 40, 93)) + (1 - c) * x).clamp(0, 255).round()

    @torch.no_grad()
    def batch(self, n, S):
        """picture, alpha, weight, teachers' logit, where that counts"""
        e, m = (int(v) for v in np.random.multinomial(n, [self.empty, 1 - self.real - self.empty, self.real])[:2]); parts = []
        if e + m < n:
            x, *rest = self.photo(self.pick(self.any, n - m - e), S)
            parts.append((self.lettered(x, self.c['over_photo'], rest[0]), *rest))
        if m: parts.append(self.composite(m, S))
        if e: parts.append(self.nothing(e, S))
        x, a, w, z, ok = (torch.cat(v) for v in zip(*parts))
        return normal(self.colour(x)), a.clamp(0, 1), w.clamp(0, 1), z, ok.clamp(0, 1)
