/**
 * How much work code does, in steps that are the same on every machine: V8 counts how often each block of it runs, and
 * here the bytes are counted that it hands to built-ins to be copied, searched, decoded or parsed.
 */
import { type Profiler, Session } from 'node:inspector'

export interface WorkMeter {
  /** `work` must not wait for anything. */
  stepsOf(work: () => void): number
  close(): void
}

/** For the code whose files have `part` in their paths. */
export function openWorkMeter(part: string): WorkMeter {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    stepsOf: (work) => {
      blocksRun(session, part) // starts anew
      return bytesHandedOver(work) + blocksRun(session, part)
    },
    close: () => session.disconnect(),
  }
}

/** Since this was asked last. */
function blocksRun(session: Session, part: string): number {
  let scripts: readonly Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    scripts = result.filter(({ url }) => url.includes(part))
  })
  const blocks = scripts.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
  return blocks.reduce((sum, { count }) => sum + count, 0)
}

type Text = string | Uint8Array
type Arguments = readonly unknown[]
/** How many bytes or characters a call looked at. */
type Weigh = (self: Text, args: Arguments, result: unknown) => number

const ofSelf: Weigh = (self) => self.length
const ofResult: Weigh = (_, __, result) => (typeof result === 'number' ? result : (result as Text).length)
const ofFirst: Weigh = (_, [first]) => (typeof first === 'number' ? first : (first as Text).length)
const ofRange: Weigh = (self, [, start = 0, end = self.length]) => Number(end) - Number(start)
const upToFound: Weigh = (self, [, start = 0], found) =>
  (found === -1 ? self.length : Number(found) + 1) - Number(start)
const ofList: Weigh = (_, [list]) => (list as Text[]).reduce((sum, { length }) => sum + length, 0)
const ofMatch: Weigh = (_, [text], match) => (Array.isArray(match) ? match[0].length : (text as string).length)

const BUILT_INS: readonly (readonly [object, Readonly<Record<string, Weigh>>])[] = [
  [Buffer, { alloc: ofFirst, allocUnsafe: ofFirst, from: ofFirst, concat: ofList }],
  [Buffer.prototype, { toString: ofRange, copy: ofResult, write: ofResult, equals: ofSelf }],
  [Buffer.prototype, { indexOf: upToFound, lastIndexOf: ofSelf, includes: ofSelf }],
  [String.prototype, { trim: ofSelf, trimStart: ofSelf, toLowerCase: ofSelf, slice: ofResult, split: ofSelf }],
  [String.prototype, { indexOf: upToFound, startsWith: ofFirst, replaceAll: ofSelf }],
  [RegExp.prototype, { exec: ofMatch, test: ofFirst }],
  [TextDecoder.prototype, { decode: ofFirst }],
  [JSON, { parse: ofFirst }],
]

function bytesHandedOver(work: () => void): number {
  let bytes = 0
  const { URLSearchParams: Original } = globalThis
  const undo: (() => void)[] = [() => (globalThis.URLSearchParams = Original)]
  globalThis.URLSearchParams = class extends Original {
    constructor(text: string) {
      bytes += text.length
      super(text)
    }
  }
  for (const [owner, methods] of BUILT_INS) {
    for (const name of Object.keys(methods)) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name)!
      undo.push(() => Object.defineProperty(owner, name, descriptor))
      Object.defineProperty(owner, name, {
        ...descriptor,
        value(this: Text, ...args: unknown[]) {
          const result: unknown = Reflect.apply(descriptor.value, this, args)
          bytes += methods[name]!(this, args, result)
          return result
        },
      })
    }
  }
  try {
    work()
  } finally {
    for (const step of undo) step()
  }
  return bytes
}
