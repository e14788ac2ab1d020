/**
 * Judges the licence of every package in a lock file, those of other platforms included: npm writes down there what each
 * package declares, installed or not.
 */
interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
}

export interface Lock {
  packages: Record<string, LockedPackage>
}

export interface Refusal {
  /** Where the package is or would be installed. */
  path: string
  version: string
  licence: string
}

/** They only require that their text is kept. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
])

interface Exception {
  packages: RegExp
  /** What the packages declare; undefined: nothing. */
  licence: string | undefined
  /** Only as a tool: no part of what users run. */
  devOnly?: true
  why: string
}

const EXCEPTIONS: readonly Exception[] = [
  {
    packages: /^@img\/sharp-(libvips|win32)-/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is a shared library of its own, unchanged, and can be replaced by another build',
  },
  {
    packages: /^@img\/sharp-wasm32$/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is linked into one file here; npm installs it on FreeBSD and in web containers only, we ship neither',
  },
  {
    packages: /^libheif-js$/,
    licence: 'LGPL-3.0',
    why: 'optional, unchanged, in files of its own that are loaded at run time and can be replaced by another build',
  },
  {
    packages: /^(axe-core|lightningcss(-.+)?)$/,
    licence: 'MPL-2.0',
    devOnly: true,
    why: 'runs in tests and in the build, unchanged; nothing of it is in what is built',
  },
  {
    packages: /^(combined-stream|delayed-stream|form-data)$/,
    licence: undefined,
    devOnly: true,
    why: 'old packages without the field; the file License in each of them is the MIT licence',
  },
  {
    packages: /^argparse$/,
    licence: 'Python-2.0',
    devOnly: true,
    why: 'part of the generator of the client types, unchanged; a licence like BSD, which asks for its text to be kept',
  },
  {
    packages: /^(busboy|streamsearch|only|humanize-number)$/,
    licence: undefined,
    devOnly: true,
    why: 'parts of the S3 server of the tests, without the field; the LICENSE or Readme of each says MIT',
  },
]

export function refusedLicences({ packages }: Lock): Refusal[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path !== '' && !link) // ourselves, and what is listed again under its real path
    .filter(([path, entry]) => !isAllowed(nameOf(path), entry))
    .map(([path, { version = '', license = 'none declared' }]) => ({ path, version, licence: license }))
}

function isAllowed(name: string, { license, dev = false }: LockedPackage): boolean {
  const passes = (licence: string | undefined): boolean =>
    ALLOWED.has(licence ?? '') ||
    EXCEPTIONS.some(
      (exception) => exception.licence === licence && exception.packages.test(name) && (dev || !exception.devOnly),
    )
  if (license === undefined) return passes(license)
  // Of SPDX expressions, only those without inner brackets are understood; anything else is refused, for a person to look at.
  const expression = license.replace(/^\((.*)\)$/, '$1')
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every(passes))
}

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path
