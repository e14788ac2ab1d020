"""What JPEG does to a photo, on the device: 8 x 8 blocks that begin anywhere, chroma halved or not."""
import math

import torch
import torch.nn.functional as F

from raster import luma

LUMA = [16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
        18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99]
CHROMA = [17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99] + [99] * 32


def blocks(plane, table, scale):
    """A plane of values about 0, in units of 1/255."""
    n, _, h, w = plane.shape
    k = torch.arange(8, device=plane.device).float()
    d = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * .5
    d[0] *= 2 ** -.5
    q = (torch.tensor(table, device=plane.device).float().view(8, 8) * scale.view(n, 1, 1, 1, 1)).clamp(1, 255)
    v = plane.view(n, h // 8, 8, w // 8, 8).permute(0, 1, 3, 2, 4)
    c = torch.round(d @ v @ d.T / q) * q
    return (d.T @ c @ d).permute(0, 1, 3, 2, 4).reshape(n, 1, h, w)


def jpeg(x, quality):
    """x: n x 3 x h x w, 0..1, sides multiples of 16; quality: n values, 1..99."""
    dy, dx = (int(v) for v in torch.randint(0, 16, (2,)))
    v = torch.roll(x, (dy, dx), (2, 3)) * 255
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
    y = luma(v)
    cb, cr = (v[:, 2:3] - y) * .564, (v[:, :1] - y) * .713
    y = blocks(y - 128, LUMA, scale) + 128
    if torch.rand(1) < .65:
        up = lambda c: F.interpolate(c, scale_factor=2, mode='bilinear', align_corners=False)
        cb, cr = (up(blocks(F.avg_pool2d(c, 2), CHROMA, scale)) for c in (cb, cr))
    else:
        cb, cr = blocks(cb, CHROMA, scale), blocks(cr, CHROMA, scale)
    r, b = y + cr / .713, y + cb / .564
    g = (y - .299 * r - .114 * b) / .587
    return torch.roll(torch.cat([r, g, b], 1) / 255, (-dy, -dx), (2, 3)).clamp(0, 1)
