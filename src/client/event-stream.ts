/** Server-sent events, read from the body of an answer: EventSource sends no key, and Node.js has none. */

export interface ServerEvent {
  readonly type: string
  readonly id: string | undefined
  readonly data: string
}

/** Waits for a step, but not for ever. */
export type Watch = <T>(step: Promise<T>) => Promise<T>

/** Ends with the stream. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  watch: Watch,
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await watch(reader.read())
      if (done) return // what is not ended by an empty line did not arrive as a whole
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = fieldsIn(block)
        const data = fields.get('data')
        if (data !== undefined) yield { type: fields.get('event') ?? 'message', id: fields.get('id'), data }
      }
    }
  } finally {
    await reader.cancel().catch(() => {}) // a broken one has nothing to cancel
  }
}

/** The server writes each field once, with one line feed after it. */
function fieldsIn(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (name) fields.set(name, value)
  }
  return fields
}
