/** Field numbers of the ONNX messages that we touch (onnx.proto). */
export const ModelProto = { graph: 7 } as const
export const GraphProto = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const
export const NodeProto = { input: 1, output: 2, opType: 4, attribute: 5 } as const
export const AttributeProto = { int: 3, tensor: 5 } as const
export const TensorProto = { dims: 1, dataType: 2, int32Data: 5, name: 8, rawData: 9 } as const
export const ValueInfoProto = { name: 1 } as const
export const DataType = { float: 1n, float16: 10n } as const
