"""Drawn layers with exact alpha: hair, fur, twigs, wires, nets, lace and clean shapes. A layer is uint8, 5 x SIDE x SIDE: the
strands' red, green and blue (times their alpha), the strands' alpha, and the solid body's alpha."""
import math

import numpy as np
from PIL import Image, ImageDraw

SIDE = 448
OVER = 4  # drawn this much larger


def turned(cx, cy, x, y, angle):
    """Points turned about their origin, which lies at cx, cy."""
    co, si = math.cos(angle), math.sin(angle)
    return cx + x * co - y * si, cy + x * si + y * co


def smooth_line(rng, n, rough):
    """n values of a random walk, smooth at the scale of 1/rough."""
    k = max(4, int(rough))
    knots = rng.normal(0, 1, k + 3)
    t = np.linspace(0, k - .001, n)
    i = t.astype(int)
    u = t - i
    a, b, c = knots[i], knots[i + 1], knots[i + 2]
    return .5 * ((1 - u) ** 2 * a + (1 + 2 * u - 2 * u * u) * b + u * u * c)


def contour(rng):
    """A smooth outline: points and outward normals, in pixels."""
    n = 240
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    big = rng.random() < .6
    r0 = rng.uniform(.35, .9) * SIDE if big else rng.uniform(.12, .34) * SIDE
    r = np.ones(n)
    for f in range(1, rng.integers(2, 9)):
        r += rng.normal(0, .22 / f) * np.cos(f * t + rng.uniform(0, 6.3))
    r = r0 * np.clip(r, .25, 2)
    ecc = rng.uniform(.6, 1)
    phi = rng.uniform(0, 6.3)
    x, y = r * np.cos(t) * ecc, r * np.sin(t)
    x, y = x * math.cos(phi) - y * math.sin(phi), x * math.sin(phi) + y * math.cos(phi)
    # The outline goes through the patch: some contour point lies in its middle part.
    j = rng.integers(n)
    cx, cy = rng.uniform(.3, .7, 2) * SIDE
    x, y = x - x[j] + cx, y - y[j] + cy
    dx, dy = np.gradient(x), np.gradient(y)
    m = np.hypot(dx, dy) + 1e-6
    return x, y, dy / m, -dx / m


HAIR = np.array([[20, 16, 14], [38, 28, 22], [64, 44, 30], [96, 66, 42], [140, 98, 60], [190, 150, 98], [222, 196, 150], [130, 60, 28],
                 [170, 80, 34], [120, 118, 116], [196, 194, 190], [236, 234, 230], [10, 10, 12], [80, 60, 50]], float)


def palette(rng, n):
    """Colours of n strands."""
    kind = rng.random()
    base = HAIR[rng.integers(len(HAIR))] if kind < .75 else rng.uniform(0, 255, 3)
    colours = base * np.exp(rng.normal(0, rng.uniform(.05, .45), (n, 1))) + rng.normal(0, rng.uniform(1, 10), (n, 3))
    if rng.random() < .3:
        other = HAIR[rng.integers(len(HAIR))]
        pick = rng.random(n) < rng.uniform(.1, .6)
        colours[pick] = colours[pick] * .3 + other * .7
    return np.clip(colours, 0, 255)


class Canvas:
    """Strands and body, drawn at OVER times their size."""

    def __init__(self):
        self.strands = Image.new('RGBA', (SIDE * OVER, SIDE * OVER), (0, 0, 0, 0))
        self.body = Image.new('L', (SIDE * OVER, SIDE * OVER), 0)
        self.pen = ImageDraw.Draw(self.strands)
        self.fill = ImageDraw.Draw(self.body)

    def curve(self, x, y, width, colours, opacity=255):
        """A curve through points (pixels), with width (pixels) and colour per segment."""
        px, py = x * OVER, y * OVER
        w = np.maximum(width * OVER, .25)
        for i in range(len(px) - 1):
            v = w[i]
            # Thinner than the canvas's own pixel: one wide and partly there.
            a = opacity if v >= 1 else int(opacity * v)
            c = colours[i]
            ink = (int(c[0]), int(c[1]), int(c[2]), a)
            self.pen.line((px[i], py[i], px[i + 1], py[i + 1]), ink, max(1, int(round(v))))
            if v >= 5:
                h = v / 2
                self.pen.ellipse((px[i + 1] - h, py[i + 1] - h, px[i + 1] + h, py[i + 1] + h), ink)

    def polygon(self, x, y, value=255):
        self.fill.polygon([(float(a) * OVER, float(b) * OVER) for a, b in zip(x, y)], value)

    def layer(self):
        s = np.asarray(self.strands.convert('RGBa').reduce(OVER), np.uint8)
        b = np.asarray(self.body.reduce(OVER), np.uint8)
        return np.concatenate([s.transpose(2, 0, 1), b[None]])


def strand(rng, x, y, angle, length, curl, waves=None):
    """Points of a strand from x, y on; waves: how strong, how many, where they begin."""
    n = int(np.clip(length / 7, 5, 26))
    turn = np.cumsum(smooth_line(rng, n, 3) * curl)
    if waves:
        amp, freq, ph = waves
        turn = turn + amp * np.sin(np.linspace(0, freq, n) + ph)
    step = length / n
    a = angle + turn
    return np.concatenate([[x], x + np.cumsum(np.cos(a) * step)]), np.concatenate([[y], y + np.cumsum(np.sin(a) * step)])


def shine(rng, colour, n):
    """A strand's colour along its way: highlights, darker root."""
    g = 1 + .35 * rng.random() * smooth_line(rng, n, 4)
    if rng.random() < .3:
        g = g + rng.uniform(.2, 1.2) * np.exp(-((np.linspace(0, 1, n) - rng.random()) ** 2) / .02)
    return np.clip(colour * g[:, None] + (g[:, None] > 1.2) * 10, 0, 255)


def hair(rng, fur=False, dense=False):
    """Strands in locks along the outline of a body. fur: short and many; dense: the outline itself is made of them."""
    c = Canvas()
    x, y, nx, ny = contour(rng)
    if rng.random() < .93:
        c.polygon(x, y)
    n = len(x)
    near = np.where((x > -60) & (x < SIDE + 60) & (y > -60) & (y < SIDE + 60))[0]
    if len(near) < 4:
        near = np.arange(n)
    size = math.exp(rng.uniform(math.log(.5), math.log(2.2)))  # how near the camera stood
    width = rng.uniform(.35, 1.5) * size
    base_tilt = rng.uniform(-1.2, 1.2)
    if dense:
        base_tilt = rng.choice([-1, 1]) * rng.uniform(.9, 1.6)
    if fur:
        count, length = int(rng.integers(250, 900)), rng.uniform(8, 45) * size
        spread, curl = rng.uniform(.1, .5), rng.uniform(0, .12)
    else:
        count, length = int(rng.integers(40, 420)), rng.uniform(40, 220) * size
        spread, curl = rng.uniform(.05, .6), rng.uniform(.01, .22)
    if dense:
        count = int(rng.integers(500, 1500) / max(1, size))
    # Strands stand together in locks that share their way.
    locks = max(3, int(count / rng.uniform(3, 30)))
    lock_at = rng.choice(near, locks) + rng.random(locks)
    lock_angle = rng.normal(0, spread, locks) + base_tilt
    lock_len = np.exp(rng.normal(0, .35, locks))
    lock_curl = np.abs(rng.normal(curl, curl * .5, locks))
    wavy = rng.random() < .3
    waves = (rng.uniform(.2, 1.1), rng.uniform(4, 22)) if wavy else None
    colours = palette(rng, count)
    loose = rng.uniform(.05, .5)
    rooted_inside = rng.uniform(2, 40) * size if rng.random() < .7 else 1.0
    if dense:
        rooted_inside = rng.uniform(20, 90) * size
    gap = math.exp(rng.uniform(0, 3))
    for k in range(count):
        j = rng.integers(locks)
        p = lock_at[j] + rng.normal(0, gap / 4)
        i = int(p) % n
        u = p - math.floor(p)
        i2 = (i + 1) % n
        bx, by = x[i] * (1 - u) + x[i2] * u, y[i] * (1 - u) + y[i2] * u
        inward = rng.uniform(0, rooted_inside)
        bx, by = bx - nx[i] * inward, by - ny[i] * inward
        angle = math.atan2(ny[i], nx[i]) + lock_angle[j] + rng.normal(0, .08)
        long = length * lock_len[j] * rng.uniform(.5, 1.2) + inward
        cu = lock_curl[j]
        if rng.random() < loose * .3:  # a flyaway
            angle += rng.normal(0, .6)
            cu *= 2
            long *= rng.uniform(.5, 1.6)
        wv = (waves[0], waves[1], rng.uniform(0, .6) + j) if waves else None
        sx, sy = strand(rng, bx, by, angle, long, cu, wv)
        m = len(sx)
        w = width * math.exp(rng.normal(0, .25)) * np.clip(np.linspace(1.15, rng.uniform(.1, .7), m), .08, 4)
        c.curve(sx, sy, w, shine(rng, colours[k], m))
    return c.layer()


def strokes(rng):
    """Twigs, wires, spokes, whiskers, straps, grass: few, and of all widths."""
    c = Canvas()
    if rng.random() < .5:
        x, y, _, _ = contour(rng)
        c.polygon(x, y)
    kind = rng.integers(5)
    n = int(rng.integers(3, 26))
    colours = palette(rng, n)
    cx, cy = rng.uniform(.1, .9, 2) * SIDE
    for k in range(n):
        w0 = math.exp(rng.uniform(math.log(.5), math.log(14)))
        if kind == 0:  # spokes
            a = 2 * math.pi * k / n
            t = np.linspace(0, 1.2 * SIDE, 6)
            c.curve(cx + np.cos(a) * t, cy + np.sin(a) * t, np.full(6, min(w0, 4)), shine(rng, colours[k], 6))
        elif kind == 1:  # straight
            a = rng.uniform(0, 6.3)
            px, py = rng.uniform(0, SIDE, 2)
            t = np.linspace(-SIDE, SIDE, 8)
            c.curve(px + np.cos(a) * t, py + np.sin(a) * t, np.full(8, w0), shine(rng, colours[k], 8))
        elif kind == 2:  # grass and leaves
            px, py = rng.uniform(0, SIDE), SIDE * rng.uniform(.6, 1.1)
            sx, sy = strand(rng, px, py, -math.pi / 2 + rng.normal(0, .4), rng.uniform(60, 400), .08)
            c.curve(sx, sy, w0 * np.sin(np.linspace(.5, 3.1, len(sx))), shine(rng, colours[k], len(sx)))
        else:  # branches
            px, py = rng.uniform(0, SIDE, 2)
            sx, sy = strand(rng, px, py, rng.uniform(0, 6.3), rng.uniform(60, 400), .15)
            c.curve(sx, sy, np.linspace(w0, w0 * .2, len(sx)), shine(rng, colours[k], len(sx)))
            for _ in range(rng.integers(0, 7)):
                i = rng.integers(len(sx))
                tx, ty = strand(rng, sx[i], sy[i], rng.uniform(0, 6.3), rng.uniform(15, 120), .15)
                c.curve(tx, ty, np.linspace(w0 * .5, w0 * .1, len(tx)), shine(rng, colours[k], len(tx)))
                if kind == 4:
                    px, py = tx[-1], ty[-1]
                    r = rng.uniform(3, 22)
                    a = rng.uniform(0, 6.3)
                    t = np.linspace(0, 6.28, 14)
                    lx, ly = r * np.cos(t), r * .45 * np.sin(t)
                    ink = tuple(int(v) for v in np.clip(colours[k] * rng.uniform(.6, 1.4), 0, 255)) + (255,)
                    leaf = zip(*turned(px, py, lx, ly, a))
                    c.pen.polygon([(float(u) * OVER, float(v) * OVER) for u, v in leaf], ink)
    return c.layer()


def net(rng):
    """Nets, lace, fences: a warped grid of lines or a sheet with holes."""
    c = Canvas()
    pitch = rng.uniform(8, 60)
    n = int(SIDE * 1.6 / pitch)
    a = rng.uniform(0, 1.6)
    colours = palette(rng, 2 * n + 2)
    w = rng.uniform(.5, .22 * pitch)
    bend = rng.uniform(0, 12)
    ph = rng.uniform(0, 6.3, 4)
    holes = rng.random() < .3
    clip = rng.random() < .6
    cx, cy = rng.uniform(.2, .8, 2) * SIDE
    reach = rng.uniform(.3, .8) * SIDE if clip else 2 * SIDE
    if holes:
        x, y, _, _ = contour(rng)
        c.polygon(x, y)
        for i in range(n):
            for j in range(n):
                u, v = (i - n / 2) * pitch, (j - n / 2) * pitch
                px, py = turned(cx, cy, u, v, a)
                r = pitch * .33
                if math.hypot(u, v) < reach:
                    c.fill.ellipse(((px - r) * OVER, (py - r) * OVER, (px + r) * OVER, (py + r) * OVER), 0)
        return c.layer()
    t = np.linspace(-reach, reach, 26)
    for i in range(n):
        o = (i - n / 2) * pitch
        if abs(o) > reach:
            continue
        for d in (0, 1):
            wob = bend * np.sin(t / 60 + ph[d] + o / 90)
            u, v = (t, o + wob) if d == 0 else (o + wob, t)
            u, v = np.broadcast_arrays(u, v)
            c.curve(*turned(cx, cy, u, v, a), np.full(26, w), shine(rng, colours[2 * i + d], 26))
    if rng.random() < .5:
        x, y, _, _ = contour(rng)
        c.polygon(x, y)
    return c.layer()


def shapes(rng):
    """Clean sharp shapes: outlines, polygons, boxes, bars and half planes, outlines with holes."""
    c = Canvas()
    for _ in range(rng.integers(1, 4)):
        kind = rng.integers(6)
        if kind <= 1:
            x, y, _, _ = contour(rng)
            c.polygon(x, y)
        elif kind == 2:
            k = rng.integers(3, 9)
            t = np.sort(rng.uniform(0, 6.28, k))
            r = rng.uniform(.1, .7, k) * SIDE
            cx, cy = rng.uniform(.2, .8, 2) * SIDE
            c.polygon(cx + r * np.cos(t), cy + r * np.sin(t))
        elif kind == 3:
            a = rng.uniform(0, 6.3)
            w, h = np.exp(rng.uniform(math.log(3), math.log(SIDE * .5), 2))
            cx, cy = rng.uniform(.1, .9, 2) * SIDE
            q = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
            c.polygon(*turned(cx, cy, q[:, 0], q[:, 1], a))
        elif kind == 4:
            a = rng.uniform(0, 6.3)
            cx, cy = rng.uniform(.3, .7, 2) * SIDE
            t = np.array([-2, 2, 2, -2]) * SIDE
            s = np.array([0, 0, 1, 1]) * (SIDE * 3 if rng.random() < .6 else rng.uniform(2, 60))
            c.polygon(*turned(cx, cy, t, s, a))
        else:
            x, y, _, _ = contour(rng)
            c.polygon(x, y)
            for _ in range(rng.integers(1, 5)):
                cx, cy = rng.uniform(0, 1, 2) * SIDE
                t = np.linspace(0, 6.28, 50)
                r = rng.uniform(3, 90)
                c.polygon(cx + r * np.cos(t), cy + r * rng.uniform(.4, 1) * np.sin(t), 0)
    return c.layer()


def draw(seed):
    """The layer of that seed."""
    rng = np.random.default_rng(seed)
    k = rng.random()
    if k < .18:
        return hair(rng)
    if k < .34:
        return hair(rng, dense=True)
    if k < .58:
        return hair(rng, fur=True)
    if k < .70:
        return strokes(rng)
    if k < .76:
        return net(rng)
    return shapes(rng)
