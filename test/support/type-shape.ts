/** A type as the text of its structure: whatever it is called and wherever it is declared, the same data has the same text. */
import ts from 'typescript'

/** Of the types that a file exports under these names. */
export function shapesOfTypes(file: string, names: readonly string[]): string[] {
  const options = { strict: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [] }
  const program = ts.createProgram([file], options)
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]))
  return names.map((name) => shapeOf(checker, checker.getDeclaredTypeOfSymbol(exported.get(name)!), ''))
}

function shapeOf(checker: ts.TypeChecker, type: ts.Type, indent: string): string {
  if (type.isUnion()) {
    return [...new Set(type.types.map((one) => shapeOf(checker, one, indent)))].toSorted().join(' | ')
  }
  if (checker.isTupleType(type)) {
    return `[${checker
      .getTypeArguments(type as ts.TypeReference)
      .map((one) => shapeOf(checker, one, indent))
      .join(', ')}]`
  }
  if (checker.isArrayType(type)) {
    return `(${shapeOf(checker, checker.getTypeArguments(type as ts.TypeReference)[0]!, indent)})[]`
  }
  const properties = type.getProperties()
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || properties.length === 0) {
    return checker.typeToString(type)
  }
  const inner = `${indent}  `
  const lines = properties.map((property) => {
    const optional = property.flags & ts.SymbolFlags.Optional ? '?' : ''
    return `${inner}${property.name}${optional}: ${shapeOf(checker, checker.getTypeOfSymbol(property), inner)}`
  })
  return `{\n${lines.toSorted().join('\n')}\n${indent}}`
}
