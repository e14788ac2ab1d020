/** Fastify's own validation is off where bodies are read by hand, and nowhere else. */
import { expect, test } from 'vitest'
import { errorOf, TestApp } from './app.js'

test('a route that gives Fastify a schema has its requests checked against it', async () => {
  const app = new TestApp()
  await app.start()
  try {
    const querystring = { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } }
    app.http.get('/probe', { schema: { querystring } }, async ({ query }) => query)
    expect((await app.get('/probe?size=7')).json()).toEqual({ size: 7 })
    expect(errorOf(await app.get('/probe?size=big'))).toMatchObject({ status: 400, code: 'validation error' })
    expect(errorOf(await app.get('/probe'))).toMatchObject({ status: 400, message: expect.stringContaining('size') })
  } finally {
    await app.close()
  }
})
