"""Training samples: photos as they are, and composites of well-cut subjects over other photos' grounds, with things
around the subject that do not belong to it."""
import numpy as np
import torch
import torch.nn.functional as F

from data import SIZE
from jpeg import jpeg
from net import normal
from raster import box, dilate, resize


class Augment:
    def __init__(self, photos, share, composites):
        self.p, self.composites = photos, composites
        w = np.zeros(photos.n)
        for source in set(photos.source):
            q = (photos.source == source) & photos.usable
            if q.any():
                w[q] = share.get(source, .02) / q.sum()
        self.any = torch.tensor(w / w.sum())
        cut = w * photos.clean
        self.cut = torch.tensor(cut / cut.sum())
        ground = ((photos.kind != 'none') & photos.clean).astype(float)
        self.ground = torch.tensor(ground / ground.sum())

    def u(self, n, a=0., b=1.):
        return torch.empty(n, 1, 1, 1, device=self.p.device).uniform_(a, b)

    def on(self, n, p):
        return (self.u(n) < p).float()

    def grid(self, idx, zoom):
        """A window of the photo around its subject, or (zoom, a range above 1) the whole photo made small."""
        p, n = self.p, len(idx)
        r = lambda a, b: torch.empty(n, device=p.device).uniform_(a, b)
        s = torch.where(r(0, 1) < .6, r(.55, 1.), torch.ones(n, device=p.device))
        if zoom:
            s = torch.where((r(0, 1) < .6) & ~p.touch[idx], r(*zoom), s) if zoom[0] <= 1 else r(*zoom)
        stretch = torch.where(r(0, 1) < .5, r(.85, 1.18), torch.ones(n, device=p.device))
        sx, sy = s * stretch, s / stretch
        if not zoom:
            sx, sy = sx.clamp(max=1), sy.clamp(max=1)
        lx, ly = (1 - sx).abs(), (1 - sy).abs()
        jx, jy = r(-1, 1), r(-1, 1)
        inside = lambda c, s, l, j: torch.where(s < 1, torch.minimum(torch.maximum(c + .5 * j * s, -l), l), j * l)
        cx, cy = inside(p.centre[idx, 0], sx, lx, jx), inside(p.centre[idx, 1], sy, ly, jy)
        flip = torch.where(r(0, 1) < .5, -1., 1.)
        turn = torch.where(r(0, 1) < .2, r(-.17, .17), torch.zeros(n, device=p.device))
        co, si = turn.cos(), turn.sin()
        theta = torch.stack([torch.stack([flip * sx * co, -sy * si, cx], 1), torch.stack([flip * sx * si, sy * co, cy], 1)], 1)
        return F.affine_grid(theta, (n, 1, SIZE, SIZE), align_corners=False)

    def warp(self, idx, zoom=None):
        p, idx = self.p, idx.to(self.p.device)
        g = self.grid(idx, zoom)
        mode = 'bicubic' if torch.rand(()) < .5 else 'bilinear'
        x = F.grid_sample(p.img[idx].float(), g, mode=mode, padding_mode='reflection', align_corners=False).clamp(0, 255)
        t = torch.cat([p.alpha[idx], p.w[idx]], 1).float() / 255
        t = F.grid_sample(t, g, mode='bilinear', padding_mode='zeros' if zoom else 'reflection', align_corners=False)
        a, w = t[:, :1], t[:, 1:]
        if zoom:
            beyond = (g[..., 0].abs() > 1) | (g[..., 1].abs() > 1)
            w = torch.where(beyond[:, None], torch.ones_like(w), w)
        return x, a, w

    def pick(self, weights, n):
        return torch.multinomial(weights, n, True)

    def own_colour(self, x, a):
        """The subject's colour where alpha is partial."""
        f, k = box(x * a, 8) / (box(a, 8) + 1e-4), ((a - .9) / .1).clamp(0, 1)
        return (x * k + f * (1 - k)).clamp(0, 255)

    def without_subject(self, n):
        """Another photo, its subject painted over from its surroundings."""
        x, a, _ = self.warp(self.pick(self.ground, n))
        q = SIZE // 8
        m = dilate((F.adaptive_max_pool2d(a, q) > .02).float(), 1)
        y = F.interpolate(x, (q, q), mode='area')
        known, fill, left = 1 - m, y.mean((2, 3), True).expand_as(y).clone(), torch.ones_like(m)
        for r in (2, 5, 12, 30):
            weight = box(known, r)
            k = left * (weight > .05).float()
            fill = fill * (1 - k) + box(y * known, r) / (weight + 1e-5) * k
            left = left * (1 - k)
        m, fill = resize(m, SIZE), resize(fill, SIZE)
        return x * (1 - m) + fill * m

    def background(self, n, fx, fa):
        x = self.without_subject(n)
        x = self.props(x, fa)
        blurred = self.on(n, .35)
        x = blurred * box(box(x, int(torch.randint(2, 10, ()))), 3) + (1 - blurred) * x
        # Plain, gradient, or the subject's own colour (white on white, dark on dark).
        plain, flat, own = self.on(n, .2), self.on(n, .4), self.on(n, .35)
        c = torch.rand(n, 3, 2, 2, device=x.device) * 255
        c = flat * c[:, :, :1, :1] + (1 - flat) * c
        mean = (fx * fa).sum((2, 3), True) / (fa.sum((2, 3), True) + 1)
        c = own * (mean + (c - 127) * .25) + (1 - own) * c
        ground = F.interpolate(c, (SIZE, SIZE), mode='bilinear', align_corners=True)
        ground = ground + torch.randn(n, 1, SIZE, SIZE, device=x.device) * self.u(n, 0, 6)
        x = plain * ground + (1 - plain) * x
        like = self.on(n, .5) * (1 - plain)
        gain = (mean.mean(1, True) / (x.mean((1, 2, 3), True) + 1)).clamp(.5, 2)
        return (x * (like * gain + 1 - like)).clamp(0, 255)

    def strip(self, n, through):
        """A bent strip (branch, post, rail, cable) through a point, as a soft mask."""
        d = self.p.device
        line = torch.linspace(-1, 1, SIZE, device=d)
        x, y = line[None, None, None, :] - through[:, 0, None, None, None], line[None, None, :, None] - through[:, 1, None, None, None]
        turn = self.u(n, 0, 3.1416)
        along, across = x * turn.cos() + y * turn.sin(), y * turn.cos() - x * turn.sin()
        across = across + self.u(n, -.5, .5) * along * along + self.u(n, -.03, .03) * torch.sin(self.u(n, 3, 14) * along)
        width = torch.exp(self.u(n, -4.6, -2.0)) * (1 + self.u(n, -.5, .5) * along)
        return ((width - across.abs()) * SIZE / 2).clamp(0, 1)

    def props(self, x, a):
        """Things that touch the subject without belonging to it, behind it: strips, the ground it stands on, a block."""
        n, d = x.shape[0], x.device
        mass = a.sum((1, 2, 3)) + 1
        line = torch.linspace(-1, 1, SIZE, device=d)
        centre = torch.stack([(a.sum((1, 2)) * line).sum(1) / mass, (a.sum((1, 3)) * line).sum(1) / mass], 1)
        p = torch.roll(torch.arange(n, device=d), 1)
        for chance in (.4, .25):
            texture = torch.roll(x[p], (int(torch.randint(SIZE, ())), int(torch.randint(SIZE, ()))), (2, 3))
            texture = (texture * self.u(n, .4, 1.3) + (torch.rand(n, 3, 1, 1, device=d) - .5) * 80).clamp(0, 255)
            m = self.strip(n, centre + torch.empty(n, 2, device=d).uniform_(-.35, .35)) * self.on(n, chance)
            x = x * (1 - m) + texture * m
        # The lowest row with subject: a floor begins a little above it.
        rows = (a.amax(3)[:, 0] > .5).float() * torch.arange(SIZE, device=d)[None]
        floor = (rows.amax(1) / SIZE * 2 - 1)[:, None, None, None] - self.u(n, 0, .35)
        edge = line[None, None, :, None] - floor + self.u(n, -.2, .2) * line[None, None, None, :]
        m = (edge * SIZE / 2).clamp(0, 1) * self.on(n, .25)
        texture = (x[p].flip(2) * self.u(n, .5, 1.3) + (torch.rand(n, 3, 1, 1, device=d) - .5) * 60).clamp(0, 255)
        x = x * (1 - m) + texture * m
        cx, cy = (centre[:, k, None, None, None] + self.u(n, -.5, .5) for k in (0, 1))
        block = torch.minimum(self.u(n, .1, .5) - (line[None, None, None, :] - cx).abs(), self.u(n, .1, .6) - (line[None, None, :, None] - cy).abs())
        m = (block * SIZE / 2).clamp(0, 1) * self.on(n, .15)
        texture = (x[p].flip(3) * self.u(n, .5, 1.3) + (torch.rand(n, 3, 1, 1, device=d) - .5) * 60).clamp(0, 255)
        return x * (1 - m) + texture * m

    def colour(self, x):
        n, u, on = x.shape[0], self.u, self.on
        k = on(n, .6)
        x = x * (1 + k * u(n, -.25, .25)) + k * u(n, -18, 18)
        x = x * (1 + on(n, .5) * torch.empty(n, 3, 1, 1, device=x.device).uniform_(-.1, .1))
        grey = x.mean(1, True)
        x = grey + (x - grey) * (1 + on(n, .4) * (u(n, .3, 1.4) - 1)) * (1 - on(n, .05))
        gamma = 1 + on(n, .3) * (u(n, .7, 1.4) - 1)
        x = 255 * ((x.clamp(0, 255) + .3) / 255) ** gamma
        dark = on(n, .06)
        x = x * (1 - dark * u(n, .45, .8))
        v = u(n)
        x = x + (x - box(x, 1)) * ((v < .45).float() * u(n, .4, 1.8) - (v > .9).float() * u(n, .6, 1.))
        x = x + torch.randn_like(x) * (on(n, .3) * u(n, 1, 7) + dark * u(n, 0, 6))
        compressed = on(n, .35)
        x = x.clamp(0, 255)
        return (compressed * jpeg(x, u(n, 25, 90)) + (1 - compressed) * x).clamp(0, 255).round()

    def composite(self, n):
        x, a, w = self.warp(self.pick(self.cut, n), zoom=(1., 2.3))
        f = self.own_colour(x, a)
        f = (f * (1 + self.on(n, .4) * self.u(n, -.3, .3))).clamp(0, 255)
        b = self.background(n, f, a)
        # A second subject behind the first: as large, it belongs; much smaller, it is a bystander; in between, it is unknown.
        x2, a2, w2 = self.warp(self.pick(self.cut, n), zoom=(1.5, 4.))
        a2 = a2 * self.on(n, .3)
        f2 = self.own_colour(x2, a2)
        soft = self.on(n, .5)
        r = int(torch.randint(1, 6, ()))
        b = b * (1 - a2) + f2 * a2
        ratio = a2.sum((1, 2, 3), True) / (a.sum((1, 2, 3), True) + 1)
        small, large = (ratio < .25).float(), (ratio > .6).float()
        b = soft * small * box(b, r) + (1 - soft * small) * b
        seen = a2 * (1 - a)
        w = torch.where((ratio >= .25) & (ratio <= .6), w * (1 - seen), torch.where((ratio > .6) & (seen > .02), torch.minimum(w, w2), w))
        alpha = 1 - (1 - a) * (1 - large * a2)
        x = f * a + b * (1 - a)
        # Something thin before the subject hides it.
        front = self.strip(n, torch.empty(n, 2, device=x.device).uniform_(-.6, .6)) * self.on(n, .06)
        texture = self.without_subject(n)
        return x * (1 - front) + texture * front, alpha * (1 - front), torch.where(front > .02, torch.ones_like(w), w)

    @torch.no_grad()
    def batch(self, n, size):
        m = int(np.random.binomial(n, self.composites))
        parts = ([self.warp(self.pick(self.any, n - m))] if m < n else []) + ([self.composite(m)] if m > 0 else [])
        x, a, w = (torch.cat(v) for v in zip(*parts))
        x = self.colour(x)
        if size != SIZE:
            x, a, w = resize(x, size).clamp(0, 255).round(), resize(a, size).clamp(0, 1), resize(w, size)
        return normal(x), a, w
