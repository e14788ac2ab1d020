/**
 * Schemas with a name: written where they are used, and published once in the document, under `components.schemas`,
 * where client generators find names for their types.
 */

const NAME = 'x-name'

export const named = <T extends object>(name: string, schema: T): T => ({ ...schema, [NAME]: name })

type Node = Record<string, unknown>

/** A copy in which every named schema is a reference, and our own annotation is gone. */
export function withNamedSchemas<T extends { components?: object }>(document: T): T {
  const schemas: Node = {}
  const publish = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(publish)
    if (typeof node !== 'object' || node === null) return node
    const { [NAME]: name, ...rest } = node as Node
    const content = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, publish(value)]))
    return typeof name === 'string' ? referenceTo(name, content) : content
  }
  const referenceTo = (name: string, content: Node): Node => {
    if (JSON.stringify(schemas[name] ?? content) !== JSON.stringify(content)) {
      throw new Error(`Two schemas of the API document are called ${name}`)
    }
    schemas[name] = content
    return { $ref: `#/components/schemas/${name}` }
  }
  const published = publish(document) as T
  return { ...published, components: { ...published.components, schemas: inOrder(schemas) } }
}

const inOrder = (schemas: Node): Node =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
