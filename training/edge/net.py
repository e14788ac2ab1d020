"""The edge network: a piece of the photo and its rough matte in, alpha and the subject's own colours out. All of it works at
half size, with the four pixels of each cell as channels."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Sequential):
    def __init__(self, cin, cout, k=3, stride=1, dilation=1):
        conv = nn.Conv2d(cin, cout, k, stride, dilation * (k // 2), dilation, bias=False)
        super().__init__(conv, nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class EdgeNet(nn.Module):
    """Input n x 4 x h x w: red, green, blue and rough matte, each (v - 128) / 256; h and w multiples of 16. Output n x 4 x h x w:
    alpha, about 0..1, and the subject's red, green and blue as differences to the photo's, in units of 256."""

    def __init__(self, w1=32, w2=32, w3=64, w4=96):
        super().__init__()
        self.e1 = Block(16, w1)
        self.e2 = nn.Sequential(Block(w1, w2, stride=2), Block(w2, w2))
        self.e3 = nn.Sequential(Block(w2, w3, stride=2), Block(w3, w3))
        self.e4 = nn.Sequential(Block(w3, w4, stride=2), Block(w4, w4, dilation=2), Block(w4, w4, dilation=2))
        self.u3 = Block(w4, w3, 1)
        self.d3 = Block(w3, w3)
        self.u2 = Block(w3, w2, 1)
        self.d2 = Block(w2, w2)
        self.u1 = Block(w2, w1, 1)
        self.d1 = nn.Sequential(Block(w1, w1), Block(w1, 16))
        self.head = nn.Conv2d(16, 16, 3, 1, 1)
        with torch.no_grad():
            self.head.weight.mul_(.1)
            self.head.bias.zero_()

    def forward(self, x):
        up = lambda t: F.interpolate(t, scale_factor=2, mode='bilinear', align_corners=False)
        e1 = self.e1(F.pixel_unshuffle(x, 2))
        e2 = self.e2(e1)
        e3 = self.e3(e2)
        d3 = self.d3(up(self.u3(self.e4(e3))) + e3)
        d2 = self.d2(up(self.u2(d3)) + e2)
        d1 = self.d1(up(self.u1(d2)) + e1)
        y = F.pixel_shuffle(self.head(d1), 2)
        # The rough matte is the first guess of alpha.
        return torch.cat([y[:, :1] + x[:, 3:4] + .5, y[:, 1:]], 1)


def fold(net):
    """A copy with the batch normalisation folded into the convolutions; a folded network stays as it is."""
    net = copy.deepcopy(net).eval().cpu().float()
    for block in [m for m in net.modules() if isinstance(m, Block) and isinstance(m[1], nn.BatchNorm2d)]:
        conv, norm = block[0], block[1]
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        new = nn.Conv2d(conv.in_channels, conv.out_channels, conv.kernel_size, conv.stride, conv.padding, conv.dilation)
        new.weight.data = conv.weight.data * scale[:, None, None, None]
        new.bias.data = norm.bias.data - norm.running_mean * scale
        block[0], block[1] = new, nn.Identity()
    return net
