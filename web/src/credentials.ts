/** Checks on email and password that need no server. */
import { entrance } from '#texts/entrance'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

export const emailError = (email: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : entrance.invalidEmail

export function newPasswordError(password: string): string | undefined {
  if (password.length < PASSWORD_MIN) return entrance.shortPassword
  if (password.length > PASSWORD_MAX) return entrance.longPassword
  return undefined
}
