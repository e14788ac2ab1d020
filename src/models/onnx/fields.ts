/** Field numbers of the ONNX messages that we touch (onnx.proto). */
export const ModelProto = { irVersion: 1, producer: 2, graph: 7, opset: 8 } as const
export const OperatorSetProto = { domain: 1, version: 2 } as const
export const GraphProto = { node: 1, name: 2, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const
export const NodeProto = { input: 1, output: 2, name: 3, opType: 4, attribute: 5 } as const
export const AttributeProto = { name: 1, float: 2, int: 3, text: 4, tensor: 5, ints: 8, type: 20 } as const
export const AttributeType = { float: 1, int: 2, text: 3, ints: 7 } as const
export const TensorProto = { dims: 1, dataType: 2, int32Data: 5, name: 8, rawData: 9 } as const
export const ValueInfoProto = { name: 1, type: 2 } as const
export const TypeProto = { tensor: 1 } as const
export const TensorTypeProto = { elementType: 1, shape: 2 } as const
export const ShapeProto = { dimension: 1 } as const
export const DimensionProto = { size: 1, symbol: 2 } as const
export const DataType = { float: 1n, uint8: 2n, int8: 3n, int32: 6n, int64: 7n, bool: 9n, float16: 10n } as const
