"""Trained weights as an ONNX graph for square pieces.

  python3 to_onnx.py edge.npz ../../catalog/edge-network/edge.onnx

Then put the file's length and sha256 into catalog/models.json."""
import sys

import torch

import weights

SIDE = 256


def main(trained, out):
    net = weights.load(trained).requires_grad_(False)
    piece = torch.zeros(1, 4, SIDE, SIDE)
    torch.onnx.export(net, piece, out, input_names=['input'], output_names=['output'], opset_version=13)


if __name__ == '__main__':
    main(*sys.argv[1:3])
