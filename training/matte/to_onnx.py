"""Trained parts into a float32 ONNX file with the node names of the product's graph:
  python3 to_onnx.py PARTS OUT.onnx [SIZE [OLD-PARTS SHARE]]
With OLD-PARTS and SHARE the weights are old * (1 - SHARE) + new * SHARE; those parts are saved beside OUT."""
import os, sys
import numpy as np, onnx
from onnx import helper as h, numpy_helper as nh, TensorProto as T
from blob import load_blob, save_blob
parts, out = sys.argv[1:3]; size = int(sys.argv[3]) if len(sys.argv) > 3 else 640
arrays, meta = load_blob(parts, 'float')
if len(sys.argv) > 5:
    old, _ = load_blob(sys.argv[4], 'float'); k = float(sys.argv[5])
    arrays = {n: (old[n].astype(np.float32) * (1 - k) + a.astype(np.float32) * k) for n, a in arrays.items()}
    print(save_blob(os.path.dirname(os.path.abspath(out)) + '/mixed', 'float', arrays, meta))
steps = [s for s in meta['steps'] if not s[1].startswith('/detail')]
side = '/side1/Conv'; need = {next(s[3] for s in steps if s[1] == side)}
for s in reversed(steps):
    if s[3] in need: need.update(s[2])
steps = [s for s in steps if s[3] in need]
nodes, ini, ch = [], {}, {steps[0][2][0]: 3}
def const(n, a): ini[n] = nh.from_array(np.ascontiguousarray(a), n); return n
for op, name, ins, o, relu, at in steps:
    if op == 'conv':
        w, b = arrays['w:' + name].astype(np.float32), arrays['b:' + name].astype(np.float32); ch[o] = w.shape[0]
        raw = name + '_output_0' if relu else o
        nodes.append(h.make_node('Conv', [ins[0], const(name + '.weight', w), const(name + '.bias', b)], [raw], name=name,
            dilations=[at['dilation']] * 2, group=1, kernel_shape=list(w.shape[2:]), pads=[at['padding']] * 4,
            strides=[at['stride']] * 2))
        if relu: nodes.append(h.make_node('Relu', [raw], [o], name=o.replace('_output_0', '')))
    elif op == 'pool':
        ch[o] = ch[ins[0]]
        nodes.append(h.make_node('MaxPool', list(ins), [o], name=name, kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1))
    elif op == 'resize':
        ch[o] = c = ch[ins[0]]; n = round(size / at['div'])
        nodes.append(h.make_node('Resize', [ins[0], '', '', const(name + '.size', np.array([1, c, n, n], np.int64))], [o],
            name=name, mode='linear', coordinate_transformation_mode='half_pixel'))
    elif op == 'cat': ch[o] = sum(ch[i] for i in ins); nodes.append(h.make_node('Concat', list(ins), [o], name=name, axis=1))
    elif op == 'add': ch[o] = ch[ins[0]]; nodes.append(h.make_node('Add', list(ins), [o], name=name))
end = steps[-1][3]
g = h.make_graph(nodes, 'matte', [h.make_tensor_value_info(steps[0][2][0], T.FLOAT, [1, 3, size, size])],
    [h.make_tensor_value_info(end, T.FLOAT, None)], list(ini.values()))
m = h.make_model(g, opset_imports=[h.make_opsetid('', 13)], producer_name='silhouette'); m.ir_version = 8
onnx.save(m, out); print(out, os.path.getsize(out) / 2 ** 20, steps[0][2][0], end)
