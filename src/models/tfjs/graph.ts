/**
 * A TensorFlow.js graph model as its model.json describes it: the parts that the import reads, checked once, and the
 * ways to ask a node for its attributes. Numbers may be stored as text, texts are base64 or lists of bytes, and zeros are
 * left out.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const Numeric = Type.Union([Type.Number(), Type.String()])
const Text = Type.Union([Type.String(), Type.Array(Type.Integer())])
const Shape = Type.Object({ dim: Type.Optional(Type.Array(Type.Object({ size: Type.Optional(Numeric) }))) })

const Attribute = Type.Object({
  i: Type.Optional(Numeric),
  f: Type.Optional(Numeric),
  b: Type.Optional(Type.Boolean()),
  s: Type.Optional(Text),
  type: Type.Optional(Numeric),
  shape: Type.Optional(Shape),
  list: Type.Optional(Type.Object({ i: Type.Optional(Type.Array(Numeric)), s: Type.Optional(Type.Array(Text)) })),
})

const Node = Type.Object({
  name: Type.String(),
  op: Type.String(),
  input: Type.Optional(Type.Array(Type.String())),
  attr: Type.Optional(Type.Record(Type.String(), Attribute)),
})

const Signature = Type.Object({ outputs: Type.Record(Type.String(), Type.Object({ name: Type.String() })) })

const WeightSpec = Type.Object({
  name: Type.String(),
  shape: Type.Array(Type.Integer()),
  dtype: Type.String(),
  quantization: Type.Optional(
    Type.Object({ dtype: Type.String(), scale: Type.Optional(Type.Number()), min: Type.Optional(Type.Number()) }),
  ),
})

const GraphModel = Type.Object({
  modelTopology: Type.Object({ node: Type.Array(Node) }),
  weightsManifest: Type.Array(Type.Object({ paths: Type.Array(Type.String()), weights: Type.Array(WeightSpec) })),
  signature: Type.Optional(Signature),
  userDefinedMetadata: Type.Optional(Type.Object({ signature: Type.Optional(Signature) })),
})

export type TfNode = Static<typeof Node>
export type WeightSpec = Static<typeof WeightSpec>
export type GraphModel = Static<typeof GraphModel>

export function parseGraphModel(text: string): GraphModel {
  const data: unknown = JSON.parse(text)
  const [problem] = Value.Errors(GraphModel, data)
  if (problem) throw new Error(`Not a TensorFlow.js graph model: ${problem.instancePath || '/'} ${problem.message}`)
  return data as GraphModel
}

/** The outputs that the model itself declares. */
export function declaredOutputs(model: GraphModel): string[] {
  const outputs = (model.signature ?? model.userDefinedMetadata?.signature)?.outputs
  if (!outputs) throw new Error('The TensorFlow.js model declares no outputs: name them')
  return Object.values(outputs).map(({ name }) => name)
}

/** `node:1` is the node's second output; the first is usually written without a number. */
export function parseReference(reference: string): { name: string; port: number } {
  const [, name, port] = /^(.*?)(?::(\d+))?$/.exec(reference) ?? []
  return { name: name ?? reference, port: Number(port ?? 0) }
}

/** What the node computes with; references that start with `^` only say what must run before. */
export const inputsOf = (node: TfNode): string[] => (node.input ?? []).filter((input) => !input.startsWith('^'))

const decodeText = (text: Static<typeof Text>): string =>
  (typeof text === 'string' ? Buffer.from(text, 'base64') : Buffer.from(text)).toString()

export const intOf = (node: TfNode, key: string): number => Number(node.attr?.[key]?.i ?? 0)
export const flagOf = (node: TfNode, key: string): boolean => node.attr?.[key]?.b ?? false
export const intsOf = (node: TfNode, key: string): number[] => (node.attr?.[key]?.list?.i ?? []).map(Number)
export const textOf = (node: TfNode, key: string): string => decodeText(node.attr?.[key]?.s ?? '')
export const textsOf = (node: TfNode, key: string): string[] => (node.attr?.[key]?.list?.s ?? []).map(decodeText)

export function floatOf(node: TfNode, key: string, fallback: number): number {
  return Number(node.attr?.[key]?.f ?? fallback)
}

export function shapeOf(node: TfNode, key: string): number[] {
  return (node.attr?.[key]?.shape?.dim ?? []).map(({ size }) => Number(size ?? 0))
}

/** TensorFlow's types by name or by number, as far as we tell them apart. */
export function typeOf(node: TfNode, ...keys: readonly string[]): 'float' | 'int64' | 'bool' {
  const type = keys.map((key) => node.attr?.[key]?.type).find((value) => value !== undefined)
  if (['DT_INT32', 'DT_INT64', 3, 9].includes(type ?? '')) return 'int64'
  return type === 'DT_BOOL' || type === 10 ? 'bool' : 'float'
}
