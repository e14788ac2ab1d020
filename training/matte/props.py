"""What is not the subject, drawn: lettering and logos; buildings, pyramids, poles, fences, parked cars, trees, boards. RGBA,
640 square, five planes as rendered layers have (the fifth, shadow, stays empty)."""
import glob, math, os
import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont
SIDE = 640
B = 1280                                                   # drawn at twice the size
WORDS = ('THE NEW OPEN SALE 50% Photo studio 2019 City Police TAXI Hotel Coffee Market www.example.com FASHION week Sport Club '
         'No Parking EXIT Museum Street ART news Live Bank Garden © 2014 A B K R7 Nord Sud Life Style summer winter 24h Welcome '
         'Café Pizza BAR Radio one two 1987 Team Race Water Light Home').split()


def fonts(stage):
    return sorted(glob.glob(os.path.join(stage, '*.ttf')))

def colour(rng, grey=.4):
    if rng.random() < grey: v = int(rng.choice([0, 15, 40, 120, 200, 235, 255])); return (v, v, v)
    return tuple(int(v) for v in rng.integers(0, 256, 3))

def glyphs(text, height, files, rng):
    """a mask of one line of text, `height` px high"""
    font = None
    try:
        if files and rng.random() < .85: font = ImageFont.truetype(str(rng.choice(files)), max(8, int(height)))
        else: font = ImageFont.load_default(size=max(8, int(height)))
    except Exception: font = None
    if font is None:
        small = ImageFont.load_default(); m = Image.new('L', (8 * len(text) + 8, 14), 0)
        ImageDraw.Draw(m).text((1, 1), text, fill=255, font=small); box = m.getbbox()
        if box is None: return Image.new('L', (4, 4), 255)
        m = m.crop(box); k = height / m.height; m = m.resize((max(1, int(m.width * k)), max(1, int(height))), Image.BICUBIC)
        return m.point(lambda v: max(0, min(255, (v - 96) * 4)))
    l, t, r, b = font.getbbox(text); m = Image.new('L', (max(1, r - l + 4), max(1, b - t + 4)), 0)
    ImageDraw.Draw(m).text((2 - l, 2 - t), text, fill=255, font=font); return m

def phrase(rng, n): return ' '.join(str(w) for w in rng.choice(WORDS, n))

class Sheet:
    def __init__(self):
        self.im = Image.new('RGB', (B, B), 0); self.a = Image.new('L', (B, B), 0)
        self.d, self.da = ImageDraw.Draw(self.im), ImageDraw.Draw(self.a)
    def polygon(self, p, fill, alpha=255): self.d.polygon(p, fill=fill); self.da.polygon(p, fill=alpha)
    def box(self, q, fill, alpha=255, r=0):
        self.d.rounded_rectangle(q, r, fill=fill); self.da.rounded_rectangle(q, r, fill=alpha)
    def ellipse(self, q, fill, alpha=255): self.d.ellipse(q, fill=fill); self.da.ellipse(q, fill=alpha)
    def line(self, p, fill, w, alpha=255):
        self.d.line(p, fill=fill, width=w, joint='curve'); self.da.line(p, fill=alpha, width=w, joint='curve')
    def paste(self, m, xy, fill, alpha=255):
        self.im.paste(fill, (int(xy[0]), int(xy[1])), m); self.a.paste(alpha, (int(xy[0]), int(xy[1])), m)
    def out(self, noise=0., rng=None, opacity=1., turn=0.):
        im, a = self.im, self.a
        rgb, al = np.asarray(im, np.float32), np.asarray(a, np.float32)
        if turn:
            im, a = im.rotate(turn, Image.BICUBIC), a.rotate(turn, Image.BICUBIC)
            rgb, al = np.asarray(im, np.float32), np.asarray(a, np.float32)
        if noise: rgb = rgb + rng.normal(0, noise, (B, B, 1)).astype(np.float32)
        half = lambda v: (v[0::2, 0::2] + v[1::2, 0::2] + v[0::2, 1::2] + v[1::2, 1::2]) / 4
        # Colour weighs by alpha, so that no dark fringe comes from outside the drawing.
        w = al[..., None] / 255; col = half(rgb * w) / np.maximum(half(w), 1e-3); al = half(al) * opacity
        o = np.zeros((5, SIDE, SIDE), np.uint8); o[:3] = np.clip(col, 0, 255).transpose(2, 0, 1); o[3] = np.clip(al + .5, 0, 255)
        return o


def text(rng, files):
    s = Sheet()
    kind = rng.choice(['title', 'lines', 'plate', 'logo', 'stamp', 'tiled', 'frame', 'word'],
        p=[.2, .15, .2, .17, .06, .08, .04, .1])
    c = colour(rng); opacity = 1. if rng.random() < .65 else rng.uniform(.35, .9)
    def put(m, x, y, fill, most=B * .92):
        if m.width > most: m = m.resize((int(most), max(1, int(m.height * most / m.width))), Image.BICUBIC)
        if rng.random() < .25:                            # an outline or a shadow of the letters
            e = m.filter(ImageFilter.MaxFilter(9)) if rng.random() < .5 else m; o = 0 if e is not m else max(3, m.height // 16)
            s.paste(e, (x + o, y + o), (0, 0, 0) if sum(fill) > 380 else (255, 255, 255))
        s.paste(m, (x, y), fill); return m
    if kind in ('title', 'word'):
        m = glyphs(phrase(rng, 1 if kind == 'word' else int(rng.integers(1, 4))),
            rng.uniform(120, 420 if kind == 'word' else 260), files, rng)
        put(m, 40, B / 2 - m.height / 2, c)
    elif kind == 'lines':
        y, h = rng.uniform(300, 500), rng.uniform(40, 120)
        for i in range(int(rng.integers(2, 6))):
            m = put(glyphs(phrase(rng, int(rng.integers(1, 5))), h, files, rng), 40, y, c); y += h * 1.45
            if y > B - 150: break
    elif kind == 'plate':
        w, h = rng.uniform(400, 1150), rng.uniform(120, 420); x, y = (B - w) / 2, (B - h) / 2; p = colour(rng)
        s.box((x, y, x + w, y + h), p, r=int(rng.choice([0, 0, 20, 60])))
        if rng.random() < .5:
            s.d.rounded_rectangle((x + 14, y + 14, x + w - 14, y + h - 14), 8, outline=c, width=int(rng.integers(4, 14)))
        m = glyphs(phrase(rng, int(rng.integers(1, 4))), h * .45, files, rng)
        put(m, x + 30, y + h * .25, c if sum(abs(a - b) for a, b in zip(c, p)) > 120
            else ((255, 255, 255) if sum(p) < 380 else (0, 0, 0)), w - 60)
    elif kind == 'logo':
        r = rng.uniform(180, 420); q = (B / 2 - r, B / 2 - r, B / 2 + r, B / 2 + r)
        f = rng.choice(['disc', 'ring', 'star', 'shield', 'bars'])
        if f == 'disc': s.ellipse(q, c)
        elif f == 'ring': w = int(rng.uniform(20, 90)); s.d.ellipse(q, outline=c, width=w); s.da.ellipse(q, outline=255, width=w)
        elif f == 'star':
            n = int(rng.integers(4, 9))
            s.polygon([(B / 2 + r * (1 if i % 2 else .45) * math.cos(i * math.pi / n),
                B / 2 + r * (1 if i % 2 else .45) * math.sin(i * math.pi / n)) for i in range(2 * n)], c)
        elif f == 'shield':
            s.polygon([(B / 2 - r * .8, B / 2 - r), (B / 2 + r * .8, B / 2 - r), (B / 2 + r * .8, B / 2 + r * .2),
                (B / 2, B / 2 + r), (B / 2 - r * .8, B / 2 + r * .2)], c)
        else:
            for i in range(int(rng.integers(2, 6))):
                y = B / 2 - r + i * r * .45
                s.polygon([(B / 2 - r, y), (B / 2 + r - i * 40, y), (B / 2 + r - i * 40 - 60, y + r * .25),
                    (B / 2 - r - 60, y + r * .25)], c)
        put(glyphs(phrase(rng, 1), r * rng.uniform(.3, .7), files, rng), B / 2 - r * .7, B / 2 - r * .25, colour(rng), r * 1.5)
    elif kind == 'stamp':
        put(glyphs(f'{rng.integers(1, 29):02d}.{rng.integers(1, 13):02d}.20{rng.integers(0, 25):02d}', 150, files, rng), 60,
            B / 2 - 80, (255, int(rng.integers(90, 190)), 30))
    elif kind == 'tiled':
        m = glyphs(phrase(rng, 1), rng.uniform(50, 110), files, rng); opacity = rng.uniform(.2, .6)
        for y in range(60, B - 120, int(rng.uniform(180, 320))):
            for x in range(-200 + (y * 7) % 160, B, int(m.width + rng.uniform(60, 200))): s.paste(m, (x, y), c)
    else:
        w = int(rng.integers(8, 40)); s.d.rectangle((60, 60, B - 60, B - 60), outline=c, width=w)
        s.da.rectangle((60, 60, B - 60, B - 60), outline=255, width=w)
    return s.out(opacity=opacity, turn=0. if rng.random() < .65 or kind == 'frame' else rng.uniform(-35, 35)), 'text-' + str(kind)


def shade(c, k): return tuple(int(max(0, min(255, v * k))) for v in c)

def structure(rng, files):
    s = Sheet()
    kind = rng.choice(['building', 'pyramid', 'pole', 'fence', 'car', 'tree', 'board', 'wall', 'crates'],
        p=[.24, .1, .1, .12, .18, .08, .07, .06, .05])
    M = 60; H = B - M
    stone = tuple(int(v) for v in rng.choice([(190, 170, 140), (150, 90, 70), (120, 120, 125), (210, 205, 195), (90, 95, 105),
        (170, 140, 90), (60, 62, 70), (225, 220, 200)]))
    stone = shade(stone, rng.uniform(.6, 1.15))
    def windows(quad, nx, ny, c, frac):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad          # along the top from 0 to 1, along the bottom from 3 to 2
        at = lambda u, v: ((x0 * (1 - u) + x1 * u) * (1 - v) + (x3 * (1 - u) + x2 * u) * v,
            (y0 * (1 - u) + y1 * u) * (1 - v) + (y3 * (1 - u) + y2 * u) * v)
        for i in range(nx):
            for j in range(ny):
                u, v, du, dv = (i + .5) / nx, (j + .5) / ny, frac / nx / 2, frac / ny / 2
                s.d.polygon([at(u - du, v - dv), at(u + du, v - dv), at(u + du, v + dv), at(u - du, v + dv)],
                    fill=shade(c, rng.uniform(.6, 1.3)))
    glass = colour(rng, .3) if rng.random() < .4 else tuple(int(v) for v in rng.integers(20, 90, 3))
    if kind == 'building':
        n = int(rng.integers(1, 4)); x = M
        for i in range(n):
            w = (B - 2 * M) / n * rng.uniform(.8, 1.); top = rng.uniform(M, B * .5); cut = rng.uniform(.35, 1.)
            c = shade(stone, rng.uniform(.8, 1.15)); dip = rng.uniform(0, 90) * (rng.random() < .6)
            a = [(x, top), (x + w * cut, top + dip), (x + w * cut, H), (x, H)]; s.polygon(a, c)
            windows(a, int(rng.integers(3, 9)), int(rng.integers(4, 14)), glass, rng.uniform(.4, .75))
            if cut < .9:
                b = [(x + w * cut, top + dip), (x + w, top + dip * 2 + rng.uniform(10, 60)), (x + w, H), (x + w * cut, H)]
                s.polygon(b, shade(c, .7))
                windows(b, int(rng.integers(2, 5)), int(rng.integers(4, 14)), shade(glass, .8), rng.uniform(.4, .75))
            if rng.random() < .35:
                s.polygon([(x - 10, top + 4), (x + w * cut / 2, max(5, top - rng.uniform(50, 220))),
                    (x + w * cut + 10, top + dip + 4)], shade((150, 70, 55), rng.uniform(.5, 1.2)))
            x += w
    elif kind == 'pyramid':
        top = (rng.uniform(.35, .65) * B, rng.uniform(M, B * .4)); foot = rng.uniform(.45, .8) * B
        s.polygon([top, (foot, H), (M, H)], stone)
        s.polygon([top, (foot, H), (B - M, H - rng.uniform(0, 120))], shade(stone, .68))
        if rng.random() < .8:
            for k in range(int(rng.integers(12, 40))):
                y = top[1] + (H - top[1]) * (k + 1) / 41; u = (y - top[1]) / (H - top[1])
                s.d.line([(top[0] + (M - top[0]) * u, y), (top[0] + (foot - top[0]) * u, y)], fill=shade(stone, .82), width=4)
    elif kind == 'pole':
        for _ in range(int(rng.integers(1, 4))):
            x, w, c = rng.uniform(M + 60, B - M - 60), rng.uniform(10, 60), colour(rng, .7); t = rng.uniform(0, 200)
            s.polygon([(x, t), (x + w * .7, t), (x + w, B), (x - w * .3, B)], c)
            s.polygon([(x + w * .45, t), (x + w * .7, t), (x + w, B), (x + w * .5, B)], shade(c, .7))
            if rng.random() < .5:
                s.line([(x, t + 30), (x + rng.choice([-1, 1]) * rng.uniform(100, 260), t + 30)], c, int(w * .6))
                s.ellipse((x - 60, t - 10, x + 100, t + 70), shade(c, 1.2))
    elif kind == 'fence':
        c = colour(rng, .5); n = int(rng.integers(6, 26)); w = (B / n) * rng.uniform(.12, .55); t = rng.uniform(.1, .55) * B
        for y in (t + 60, (t + B) / 2, B - 160)[:int(rng.integers(2, 4))]:
            s.box((0, y, B, y + rng.uniform(14, 50)), shade(c, .85))
        for i in range(n + 1):
            x = i * B / n; s.box((x, t, x + w, B), shade(c, rng.uniform(.85, 1.1)))
            s.polygon([(x, t), (x + w / 2, t - w), (x + w, t)], c) if rng.random() < .5 else None
    elif kind == 'car':
        c = colour(rng, .5); h = rng.uniform(.16, .26) * B; y = H - 90; x0, x1 = M, B - M; L = x1 - x0
        r = h * rng.uniform(.38, .48); van = rng.random() < .25
        roof = y - h * (2.1 if van else rng.uniform(1.75, 1.95))
        a, b_, d, e = (.03, .1, .93, .98) if van else (.16, rng.uniform(.28, .34), rng.uniform(.64, .74), .86)
        s.polygon([(x0 + L * a, y - h), (x0 + L * b_, roof), (x0 + L * d, roof), (x0 + L * e, y - h)], shade(c, .95))
        s.box((x0, y - h * 1.05, x1, y), c, r=int(h * .3))
        g = tuple(int(v) for v in rng.integers(15, 80, 3)); i = .012
        s.d.polygon([(x0 + L * (a + .05), y - h * 1.08), (x0 + L * (b_ + i), roof + 18), (x0 + L * (d - i), roof + 18),
            (x0 + L * (e - .05), y - h * 1.08)], fill=g)
        for k in (.42, .62): s.d.line([(x0 + L * k, roof), (x0 + L * k, y - 8)], fill=shade(c, .7), width=9)
        s.d.rectangle((x0, y - h * .28, x1, y - h * .2), fill=shade(c, .75))
        s.d.ellipse((x1 - 60, y - h * .85, x1 - 8, y - h * .6), fill=(240, 235, 210))
        s.d.ellipse((x0 + 8, y - h * .85, x0 + 50, y - h * .6), fill=(170, 25, 20))
        for k in (.2, .79):
            x = x0 + L * k; s.ellipse((x - r, y - r, x + r, y + r), (18, 18, 20))
            s.ellipse((x - r * .58, y - r * .58, x + r * .58, y + r * .58), shade((170, 172, 178), rng.uniform(.5, 1.2)))
    elif kind == 'tree':
        c = (int(rng.integers(30, 110)), int(rng.integers(70, 150)), int(rng.integers(20, 70)))
        t = shade((110, 80, 55), rng.uniform(.5, 1.2))
        s.polygon([(B / 2 - 35, B * .4), (B / 2 + 35, B * .4), (B / 2 + 70, B), (B / 2 - 70, B)], t)
        for _ in range(int(rng.integers(90, 300))):
            an, ra = rng.uniform(0, 6.283), rng.uniform(0, 1) ** .6 * B * .36
            x, y, r = B / 2 + math.cos(an) * ra, B * .38 + math.sin(an) * ra * .85, rng.uniform(12, 70)
            s.ellipse((x - r, y - r * .8, x + r, y + r * .8), shade(c, rng.uniform(.55, 1.4)))
    elif kind == 'board':
        c = colour(rng); t, h = rng.uniform(.1, .3) * B, rng.uniform(.2, .4) * B
        for x in (.3, .7): s.box((x * B - 20, t, x * B + 20, B), (90, 90, 95))
        s.box((M, t, B - M, t + h), c); m = glyphs(phrase(rng, int(rng.integers(1, 4))), h * .5, files, rng)
        m = m.resize((min(m.width, B - 2 * M - 80), m.height))
        s.im.paste((255, 255, 255) if sum(c) < 380 else (10, 10, 10), (M + 40, int(t + h * .25)), m)
    elif kind == 'wall':
        t = rng.uniform(.15, .5) * B; s.polygon([(0, t), (B, t + rng.uniform(-80, 80)), (B, B), (0, B)], stone)
        h = rng.uniform(30, 90); y = t
        while y < B:
            s.d.line([(0, y), (B, y)], fill=shade(stone, .75), width=5); o = rng.uniform(0, 90)
            [s.d.line([(x + o, y), (x + o, y + h)], fill=shade(stone, .75), width=5) for x in range(-100, B, int(h * 2.2))]
            y += h
    else:
        y = H
        while y > B * .35:
            x = M + rng.uniform(0, 200); h = rng.uniform(140, 300)
            while x < B - 300:
                w = rng.uniform(160, 420); c = shade(colour(rng, .2), rng.uniform(.6, 1))
                s.box((x, y - h, min(x + w, B - M), y), c)
                s.d.rectangle((x + 14, y - h + 14, min(x + w, B - M) - 14, y - 14), outline=shade(c, .7), width=8)
                x += w + rng.uniform(0, 20)
            y -= h
    o = s.out(noise=rng.uniform(0, 14), rng=rng)
    if rng.random() < .7:                                  # light falls off across it
        y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32) / SIDE - .5; an = rng.uniform(0, 6.283)
        k = 1 + rng.uniform(.1, .6) * (x * math.cos(an) + y * math.sin(an)); o[:3] = np.clip(o[:3] * k, 0, 255)
    return o, 'struct-' + str(kind)


def work(job):
    stage, out, what, count, seed = job; rng = np.random.default_rng(seed * 7 + (1 if what == 'texts' else 2))
    files = fonts(stage); got, kinds = [], []; bad = 0
    while len(got) < count:
        try: o, k = (text if what == 'texts' else structure)(rng, files)
        except Exception as e:
            bad += 1; print('prop', what, type(e).__name__, e, flush=True)
            if bad > 200: raise
            continue
        if .002 < (o[3] > 60).mean() < .95: got.append(o); kinds.append(k)
    f = f'{out}/{what}_{seed:03d}.npy'; np.save(f, np.stack(got)); open(f[:-4] + '.txt', 'w').write('\n'.join(kinds))
    os.rename(f, f[:-4] + '.done.npy'); return f'{what} {seed}'
