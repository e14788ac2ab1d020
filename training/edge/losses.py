"""How far the network's answer is from the truth."""
import torch
import torch.nn.functional as F


def answer(net, patches):
    """Alpha as the network gave it, and the subject's colours, 0..1."""
    x = (torch.cat([patches.photo, patches.rough], 1) - 128 / 255) * (255 / 256)
    y = net(x.contiguous(memory_format=torch.channels_last))
    return y[:, :1], patches.photo + y[:, 1:] * (256 / 255)


def gradients(x):
    return x[..., 1:] - x[..., :-1], x[..., 1:, :] - x[..., :-1, :]


def halved(x):
    k = torch.tensor([1., 4, 6, 4, 1], device=x.device) / 16
    return F.conv2d(F.pad(x, (2, 2, 2, 2), mode='replicate'), (k[:, None] * k[None])[None, None])[:, :, ::2, ::2]


def edge_loss(net, patches):
    raw, colour = answer(net, patches)
    hard = raw.clamp(0, 1)
    alpha = hard + .03 * (raw - hard)  # beyond its ends alpha counts a little, so that it finds back
    _, _, truth, subject, ground, weight = patches
    total = weight.sum()
    error = alpha - truth
    size = error.abs() * weight
    gx, gy = gradients(error)
    edges = (gx.abs() * weight[..., 1:]).sum() + (gy.abs() * weight[..., 1:, :]).sum()
    pyramid, z = 0, error * weight
    for level in range(4):
        small = halved(z)
        detail = z - F.interpolate(small, z.shape[2:], mode='bilinear', align_corners=False)
        pyramid, z = pyramid + detail.abs().sum() * 2 ** level, small
    pyramid = pyramid + z.abs().sum() * 8
    seen = (size * (subject - ground).abs().mean(1, keepdim=True)).sum()
    own = (weight > .5).float() * truth
    tint = ((colour - subject).abs().mean(1, keepdim=True) * own).sum() / (own.sum() + 1)
    return (size.sum() + .5 * edges + .35 * pyramid + seen) / total + .5 * tint


@torch.no_grad()
def errors(net, patches):
    """In thousandths, rough matte and network: mean error in the band, mean error of the gradient everywhere."""
    alpha = answer(net, patches)[0].clamp(0, 1)
    band = (patches.weight > .5).float()
    mean = lambda p: float(((p - patches.alpha).abs() * band).sum() / band.sum())
    steep = lambda p: float(sum((u - v).abs().mean() for u, v in zip(gradients(p), gradients(patches.alpha))))
    return [1000 * of(p) for of in (mean, steep) for p in (patches.rough, alpha)]
