/** For the tests of portraits: one person, an account that pays, and the route under test. */
import { samplePerson } from '../support/sample-person.js'
import { blob, type Fields, form } from './client.js'
import { openTarget, type Target } from './target.js'

export interface Sitting {
  readonly target: Target
  readonly key: string
  /** A JPEG that names its author. */
  readonly person: Buffer
  send(image: Uint8Array, fields: Fields): Promise<Response>
  credits(): Promise<number>
}

export async function openSitting(route: '/v1/id-photo' | '/v1/portrait-style'): Promise<Sitting> {
  const target = openTarget()
  const [person, { key, email }] = await Promise.all([samplePerson(), target.newKey({ credits: 40 })])
  return {
    target,
    key,
    person,
    send: (image, fields) =>
      fetch(target.baseUrl + route, {
        method: 'POST',
        headers: { 'X-Api-Key': key },
        body: form({ image_file: blob(image), ...fields }),
      }),
    credits: () => target.creditsOf(email),
  }
}
