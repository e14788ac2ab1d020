/**
 * Compares manifests with Kubernetes' own schemas, as the packages of .ci/kit have them: the compiler finds fields that do not
 * exist (the server would drop them silently) or that are missing, the compiled JSON schemas find wrong values.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import type { Manifest } from './chart.js'
import { kitPackages } from './kit.js'

/** Which package has a group; all others are Kubernetes' own. */
const PACKAGES: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
}

const moduleOf = ({ apiVersion, kind }: Manifest): string =>
  `${PACKAGES[apiVersion.split('/')[0]!] ?? 'kubernetes-models'}/${apiVersion}/${kind}`

export async function schemaErrors(manifests: readonly Manifest[]): Promise<string[]> {
  const wrongValues = await Promise.all(manifests.map(valueErrors))
  return [...fieldErrors(manifests), ...wrongValues.flat()]
}

function fieldErrors(manifests: readonly Manifest[]): string[] {
  const text = manifests
    .map((manifest, index) => {
      const { kind } = manifest
      return `import type { I${kind} as Kind${index} } from '${moduleOf(manifest)}'
              export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)}`
    })
    .join('\n')
  // Not written: it only has to be beside the packages.
  const file = path.join(path.dirname(kitPackages), 'manifests.ts')
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const fromDisk = host.getSourceFile
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : fromDisk(name, ...rest)
  const program = ts.createProgram([file], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
    const before = text.slice(0, start)
    const { kind, metadata } = manifests[(before.match(/^import/gm)?.length ?? 1) - 1]!
    return `${kind} ${metadata.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

interface Models {
  readonly [kind: string]: new (manifest: Manifest) => { validate(): void }
}

async function valueErrors(manifest: Manifest): Promise<string[]> {
  const file = path.join(kitPackages, `${moduleOf(manifest)}.js`)
  const models = (await import(pathToFileURL(file).href)) as Models
  try {
    new models[manifest.kind]!(manifest).validate()
    return []
  } catch (error) {
    return [`${manifest.kind} ${manifest.metadata.name}: ${error instanceof Error ? error.message : error}`]
  }
}
