"""Folded weights as a file."""
import numpy as np
import torch

from net import EdgeNet, fold


def load(file):
    net = fold(EdgeNet())
    net.load_state_dict({name: torch.from_numpy(value) for name, value in np.load(file).items()})
    return net


def save(net, file):
    np.savez(file, **{name: value.numpy() for name, value in fold(net).state_dict().items()})
