"""Small operations on batches of planes, 0..1, and random numbers for them: one for each of the batch."""
import math

import torch
import torch.nn.functional as F


def uniform(n, low, high, device):
    return torch.rand(n, 1, 1, 1, device=device) * (high - low) + low


def chance(n, p, device):
    return (torch.rand(n, 1, 1, 1, device=device) < p).float()


def field(n, c, h, w, cells, device):
    """Smooth random fields, about 0."""
    return F.interpolate(torch.randn(n, c, cells, cells, device=device), (h, w), mode='bicubic', align_corners=False)


def luma(x):
    return x[:, :1] * .299 + x[:, 1:2] * .587 + x[:, 2:3] * .114


def blur(x, sigma, radius):
    """Gaussian blur; sigma: n values."""
    n, c, h, w = x.shape
    t = torch.arange(-radius, radius + 1, device=x.device, dtype=torch.float32)
    k = torch.exp(-.5 * (t[None] / sigma.view(-1, 1).clamp_min(.05)) ** 2)
    k = (k / k.sum(1, keepdim=True)).repeat_interleave(c, 0)
    x = x.reshape(1, n * c, h, w)
    x = F.conv2d(F.pad(x, (radius, radius, 0, 0), mode='replicate'), k.view(n * c, 1, 1, -1), groups=n * c)
    x = F.conv2d(F.pad(x, (0, 0, radius, radius), mode='replicate'), k.view(n * c, 1, -1, 1), groups=n * c)
    return x.view(n, c, h, w)


def crop(pictures, size, low, high, turned=.5, roam=1.):
    """Random views of square pictures (bytes): mirrored, by quarters of a turn; some turned at will and scaled by low..high (over
    1: seen smaller). roam: how far from the middle."""
    device, n, side = pictures.device, len(pictures), pictures.shape[-1]
    s = torch.exp(torch.rand(n, device=device) * (math.log(high) - math.log(low)) + math.log(low))
    plain = (torch.rand(n, device=device) > turned).float()
    s = s * (1 - plain) + plain
    quarter = torch.randint(0, 4, (n,), device=device).float() * (math.pi / 2)
    a = quarter + (1 - plain) * (torch.rand(n, device=device) - .5) * (math.pi / 2)
    flip = torch.where(torch.rand(n, device=device) < .5, -1., 1.)
    half = size / side * s
    room = (1 - half * (1 + .3 * (1 - plain))).clamp_min(0) * roam
    # Whole pixels where nothing is turned, so that the finest strands stay as drawn.
    snap = lambda v: torch.where(plain > 0, torch.round(v * side / 2) * 2 / side, v)
    cx, cy = (snap((torch.rand(n, device=device) * 2 - 1) * room) for _ in range(2))
    co, si = torch.cos(a) * half, torch.sin(a) * half
    theta = torch.stack([torch.stack([co * flip, -si, cx], 1), torch.stack([si * flip, co, cy], 1)], 1)
    grid = F.affine_grid(theta, (n, pictures.shape[1], size, size), align_corners=False)
    return F.grid_sample(pictures.float() / 255, grid, mode='bilinear', padding_mode='reflection', align_corners=False)
