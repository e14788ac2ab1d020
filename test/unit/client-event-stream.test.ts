/** Server-sent events as the client reads them, however the network cuts them. */
import { expect, test } from 'vitest'
import { eventsIn, type ServerEvent } from '../../src/client/event-stream.js'

const WRITTEN =
  ': still there\n\nid: 1\nevent: item\ndata: {"name":"Ä: 照片"}\n\nevent: job\ndata: {}\n\nevent: lost\ndata: {'
const EVENTS = [
  { type: 'item', id: '1', data: '{"name":"Ä: 照片"}' },
  { type: 'job', id: undefined, data: '{}' },
]

async function read(pieceSize: number): Promise<ServerEvent[]> {
  const bytes = new TextEncoder().encode(WRITTEN)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceSize) controller.enqueue(bytes.slice(at, at + pieceSize))
      controller.close()
    },
  })
  const events: ServerEvent[] = []
  for await (const event of eventsIn(body, (step) => step)) events.push(event)
  return events
}

test.each([1, 2, 3, 7, 1000])('in pieces of %i bytes; what did not arrive as a whole is dropped', async (pieceSize) => {
  expect(await read(pieceSize)).toEqual(EVENTS)
})
