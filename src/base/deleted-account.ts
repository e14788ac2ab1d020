/**
 * What an account is called once it is gone: the same in all entries that outlive it, so that they can still be told
 * apart, and nothing that leads back to a person.
 */
export const nameOfDeleted = (accountId: string): string => `deleted account ${accountId}`
