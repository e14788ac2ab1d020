"""Patches to learn from: a layer before a ground, as a camera sees it, and the rough matte of it that a network might give."""
import collections
import math

import torch
import torch.nn.functional as F

from jpeg import jpeg
from raster import blur, chance, crop, field, luma, uniform

PATCH = 224
# photo, rough: what the network is given. alpha, subject (its own colours), ground: the truth. weight: what counts in the loss.
Patches = collections.namedtuple('Patches', 'photo rough alpha subject ground weight')


def pick(pictures, n):
    return pictures[torch.randint(0, len(pictures), (n,), device=pictures.device)]


def rough_matte(a, cell):
    """What a segmentation network with cells of that many pixels would have said of alpha a."""
    n, _, h, w = a.shape
    device = a.device
    r = math.exp(float(torch.rand(1)) * .6 - .3)
    gh, gw = max(6, round(h / (cell * r))), max(6, round(w / (cell / r)))
    mode = dict(mode='area') if 2 * gh <= h and 2 * gw <= w else dict(mode='bilinear', align_corners=False)
    x = F.interpolate(a, (2 * gh, 2 * gw), **mode)
    # Off its place, by up to two cells, here more and there less.
    amount = torch.rand(n, 1, 1, 1, device=device) ** 2 * 1.6
    d = field(n, 2, 2 * gh, 2 * gw, 5, device).clamp(-2, 2) * amount * 2  # in half cells
    base = F.affine_grid(torch.eye(2, 3, device=device).expand(n, 2, 3), (n, 1, 2 * gh, 2 * gw), align_corners=False)
    shift = torch.stack([d[:, 0] / gw, d[:, 1] / gh], -1)
    x = F.grid_sample(x, base + shift, mode='bilinear', padding_mode='border', align_corners=False)
    # Wisps lost, gaps filled.
    k = 3 if torch.rand(1) < .6 else 5
    grow = lambda t: F.max_pool2d(t, k, 1, k // 2)
    shrink = lambda t: -F.max_pool2d(-t, k, 1, k // 2)
    lost = (field(n, 1, 2 * gh, 2 * gw, 4, device) + uniform(n, -1.5, 1.5, device)).clamp(0, 1)
    full = (field(n, 1, 2 * gh, 2 * gw, 4, device) + uniform(n, -2, 1.2, device)).clamp(0, 1)
    x = x + (grow(shrink(x)) - x) * lost
    x = x + (shrink(grow(x)) - x) * full
    x = F.avg_pool2d(x, 2)
    x = blur(x, torch.rand(n, device=device) * 1.1 + .4, 4)
    # Sure of itself or not, generous or mean.
    sure = torch.exp(uniform(n, math.log(.8), math.log(6), device))
    lean = uniform(n, -.2, .2, device) + field(n, 1, gh, gw, 4, device) * uniform(n, 0, .15, device)
    x = ((x - .5 + lean) * sure + .5).clamp(0, 1)
    soft = blur(x, torch.rand(n, device=device) * .7 + .05, 3)
    x = x + (soft - x) * chance(n, .6, device)
    # A veil: a plateau of a few tenths beside the edge.
    wide = blur(F.max_pool2d(x, 5, 1, 2), torch.rand(n, device=device) * 2 + .3, 6)
    veil = chance(n, .3, device) * uniform(n, .08, .4, device) * (.6 + .4 * field(n, 1, gh, gw, 5, device)).clamp(0, 1)
    x = torch.maximum(x, wide * veil)
    near = F.max_pool2d(((x > .05) & (x < .95)).float(), 5, 1, 2)
    x = x + chance(n, .3, device) * near * field(n, 1, gh, gw, 7, device) * uniform(n, 0, .15, device)
    x = torch.where(x < .03, torch.zeros_like(x), torch.where(x > .97, torch.ones_like(x), x))
    x = F.interpolate(x, (h, w), mode='bilinear', align_corners=False)
    return torch.round(x.clamp(0, 1) * 255) / 255


def weight_of(rough, a, cell):
    """1 along the rough edge, little elsewhere, none where the truth lies out of its reach."""
    edge = ((rough > .02) & (rough < .98)).float()
    grow = lambda t, r: F.max_pool2d(t, 2 * r + 1, 1, r)
    reach = grow(edge, min(60, round(3 * cell + 8)))
    off = grow(((rough - a).abs() > .1).float(), 2)
    band = torch.maximum(grow(edge, max(2, round(1.2 * cell))), off * reach)
    return torch.where((off > 0) & (reach == 0), torch.zeros_like(band), band * .95 + .05)


def paint_ground(n, grounds):
    """Photos, sharp and blurred; plain and shaded colours."""
    device = grounds.device
    x = crop(pick(grounds, n), PATCH, .5, 1.7, .6)
    far = F.interpolate(F.interpolate(x, scale_factor=.25, mode='area'), (PATCH, PATCH), mode='bicubic', align_corners=False)
    far = blur(far, torch.rand(n, device=device) * 4 + 1, 12)
    mid = blur(x, torch.rand(n, device=device) * 2.2 + .3, 7)
    k = torch.rand(n, 1, 1, 1, device=device)
    x = torch.where(k < .25, far, torch.where(k < .5, mid, x))
    c = torch.rand(n, 3, 1, 1, device=device)
    grey = torch.rand(n, 1, 1, 1, device=device) ** .5
    c = torch.where(chance(n, .5, device) > 0, c * .2 + grey * .8, c)
    c = torch.where(chance(n, .3, device) > 0, torch.ones_like(c) * uniform(n, .93, 1, device), c)
    shade = field(n, 3, PATCH, PATCH, 2, device) * uniform(n, 0, .12, device) * chance(n, .6, device)
    return torch.where(chance(n, .22, device) > 0, c + shade, x).clamp(0, 1)


def paint_subject(layers, grounds):
    """Alpha, and the subject's colours: strands as drawn, the body with a photo's texture, all in some light."""
    n, device = len(layers), layers.device
    m = n // 4  # seen from twice as far
    x = crop(layers[m:], PATCH, .7, 1.35, roam=.6)
    if m:
        half = F.avg_pool2d(layers[:m].float(), 2).round().clamp(0, 255).to(torch.uint8)
        x = torch.cat([crop(half, PATCH, .75, 1.), x])
    strands, body = x[:, 3:4], x[:, 4:5]
    mean = x[:, :3].sum((2, 3), keepdim=True) / (strands.sum((2, 3), keepdim=True) + 1)
    mean = torch.where(strands.mean((2, 3), keepdim=True) > .003, mean, torch.rand(n, 3, 1, 1, device=device))
    texture = crop(pick(grounds, n), PATCH, .4, 1.6, .6)
    grain = luma(texture) - luma(texture).mean((2, 3), keepdim=True)
    same = mean * (1 + grain * uniform(n, .3, 2, device)) + (texture - luma(texture)) * .2
    smooth = blur(texture, torch.full((n,), 3., device=device), 8) * .5 + mean * .5
    k = torch.rand(n, 1, 1, 1, device=device)
    coat = torch.where(k < .5, same, torch.where(k < .62, smooth, texture)).clamp(0, 1)
    a = (strands + (1 - strands) * body).clamp(0, 1)
    colour = (x[:, :3] + (1 - strands) * body * coat) / a.clamp_min(1 / 255)
    gain = torch.exp((torch.randn(n, 1, 1, 1, device=device) * .3).clamp_max(.35)) * torch.exp(torch.randn(n, 3, 1, 1, device=device) * .06)
    light = torch.exp(field(n, 1, PATCH, PATCH, 2, device) * uniform(n, 0, .25, device))
    lift = uniform(n, 0, .08, device)
    return a, lift + (1 - lift) * (colour * gain * light).clamp(0, 1)


def as_camera(x):
    """Sharpened, grainy, through JPEG."""
    n, device = len(x), x.device
    over = x - blur(x, torch.rand(n, device=device) * .9 + .5, 4)
    x = x + over * chance(n, .3, device) * uniform(n, .2, 1.3, device)
    grain = torch.randn_like(x) * (.4 + .6 * chance(n, .5, device)) + torch.randn_like(x[:, :1])
    wide = blur(torch.randn_like(x), torch.full((n,), .9, device=device), 3) * 2.5
    x = x + (grain + wide * chance(n, .3, device)) * uniform(n, 0, .022, device) * chance(n, .7, device)
    x = x.clamp(0, 1)
    quality = torch.rand(n, device=device) ** .6 * 63 + 35
    x = torch.where(chance(n, .7, device) > 0, jpeg(x, quality), x)
    return torch.round(x * 255) / 255


def make_patches(layers, grounds, groups):
    """One patch of each layer; layers come in any order. groups: how many sizes of a rough matte's cells."""
    n, device = len(layers), layers.device
    a, subject = paint_subject(layers, grounds)
    order = torch.randperm(n, device=device)
    a, subject = a[order], subject[order]
    weighted = subject * a
    ground = paint_ground(n, grounds)
    # Lines of the ground that are nobody's hair: another layer's strands and body, mostly out of focus.
    other = crop(layers[torch.randperm(n, device=device)], PATCH, .6, 1.6, roam=.6)
    lines = blur(other[:, :4], torch.rand(n, device=device) ** 2 * 3.5, 10) * (chance(n, .35, device) * uniform(n, .3, 1, device))
    ground = (lines[:, :3] + (1 - lines[:, 3:4]) * ground).clamp(0, 1)
    # Some grounds have the subject's colours.
    mean = weighted.sum((2, 3), keepdim=True) / (a.sum((2, 3), keepdim=True) + 1)
    own = ground.mean((2, 3), keepdim=True)
    t = chance(n, .35, device) * uniform(n, .4, 1, device)
    ground = (own + (mean - own) * t + (ground - own) * (1 - .5 * t)).clamp(0, 1)
    # Its shadow.
    dy, dx = (int(v) for v in torch.randint(-14, 15, (2,)))
    shadow = blur(torch.roll(a, (dy, dx), (2, 3)), torch.rand(n, device=device) * 4 + 2, 12)
    ground = ground * (1 - shadow * chance(n, .2, device) * uniform(n, .1, .6, device))
    # The lens softens everything, and a subject out of focus more.
    lens = torch.rand(n, device=device) * .65 + .15
    blurred = chance(n, .25, device).view(-1) * torch.rand(n, device=device) * 4
    both = blur(torch.cat([weighted, a], 1), torch.sqrt(lens ** 2 + blurred ** 2), 12)
    weighted, a = both[:, :3], both[:, 3:4].clamp(0, 1)
    a = torch.where(a < .004, torch.zeros_like(a), torch.where(a > .996, torch.ones_like(a), a))
    ground = blur(ground, lens, 2)
    photo = as_camera(weighted + (1 - a) * ground)
    rough, weight = [], []
    for part in a.chunk(groups):
        cell = math.exp(float(torch.rand(1)) * math.log(14 / 1.2) + math.log(1.2))
        rough.append(rough_matte(part, cell))
        weight.append(weight_of(rough[-1], part, cell))
    return Patches(photo, torch.cat(rough), a, (weighted / a.clamp_min(1 / 255)).clamp(0, 1), ground, torch.cat(weight))
