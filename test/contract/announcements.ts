/** What every implementation of Announcements promises. */
import { describe, expect, test, vi } from 'vitest'
import type { Announcements } from '../../src/announcements/port.js'

export function announcementsContract(name: string, open: () => Promise<Announcements>): void {
  describe(`${name} keep the promises of announcements`, () => {
    test('every listener hears every word, whole and in order', async () => {
      const announcements = await open()
      const heard: string[][] = [[], []]
      for (const words of heard) announcements.listen((word) => words.push(word))
      const said = ['key_1 order 17', '', ' ', 'Größe: ✓\n']
      for (const word of said) announcements.announce(word)
      await vi.waitFor(() => expect(heard).toEqual([said, said]))
    })

    test('what was said before somebody listened is not repeated', async () => {
      const announcements = await open()
      announcements.announce('early')
      const heard: string[] = []
      announcements.listen((word) => heard.push(word))
      announcements.announce('late')
      await vi.waitFor(() => expect(heard).toEqual(['late']))
    })
  })
}
