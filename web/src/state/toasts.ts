/** Short messages that screen readers announce and that disappear on their own. */
import { createStore } from './store.js'

export interface Toast {
  readonly id: number
  readonly text: string
}

const LIFE_MS = 5000
let lastId = 0

export const toasts = createStore<readonly Toast[]>([])

export function toast(text: string): void {
  lastId += 1
  const id = lastId
  toasts.set([...toasts.get(), { id, text }])
  setTimeout(() => toasts.set(toasts.get().filter((each) => each.id !== id)), LIFE_MS)
}
