"""Trained weights into the upstream network's graph, in half precision, node names unchanged.

  python3 to_onnx.py WEIGHTS-FOLDER UPSTREAM-FP16.onnx OUT.onnx"""
import sys

import numpy as np
import onnx
from onnx import numpy_helper

from net import MatteNet, key


def main(weights, upstream, out):
    net = MatteNet.load(weights)
    names = net.meta['names']
    model = onnx.load(upstream)
    tensors = {i.name: i for i in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == 'Constant':
            tensors[node.output[0]] = next(a.t for a in node.attribute if a.name == 'value')
    for step in net.steps:
        if step.op != 'conv':
            continue
        for tensor, value in zip(names[step.name], (net.w[key(step.name)], net.b[key(step.name)])):
            old = tensors[tensor]
            value, like = value.detach().numpy(), numpy_helper.to_array(old)
            assert value.shape == like.shape, tensor
            old.CopyFrom(numpy_helper.from_array(np.asarray(value, like.dtype), old.name))
    onnx.save(model, out)


if __name__ == '__main__':
    main(*sys.argv[1:4])
