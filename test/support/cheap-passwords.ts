/** Passwords at the lowest cost that argon2 knows: tests sign in hundreds of times. */
import { argon2id, createPasswords } from '../../src/service/accounts/passwords.js'

export const cheapHash = argon2id({ memoryCost: 8, timeCost: 1, parallelism: 1 })
export const cheapPasswords = createPasswords(cheapHash)
