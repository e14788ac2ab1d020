/** What the core asks of a database about second factors, and about links to a new password. */
export interface TwoFactor {
  accountId: string
  /** Base32. */
  secret: string
  /** `null`: begun, not in force yet. */
  confirmedAt: number | null
}

export interface TwoFactors {
  find(accountId: string): Promise<TwoFactor | undefined>
  /** Replaces one that was begun and never confirmed. False when one is in force. */
  begin(accountId: string, secret: string): Promise<boolean>
  /** From now on it is in force, with these recovery codes. False when it is already, or none was begun. */
  confirm(accountId: string, step: number, recoveryCodes: readonly string[]): Promise<boolean>
  /** True for one caller only, and never for a step before the last one used. */
  useStep(accountId: string, step: number): Promise<boolean>
  /** True for one caller only. */
  useRecoveryCode(accountId: string, id: string): Promise<boolean>
  countRecoveryCodes(accountId: string): Promise<number>
  /** With its recovery codes. False when there was none in force. */
  remove(accountId: string): Promise<boolean>
}

/** Works once. */
export interface PasswordLink {
  /** The SHA-256 of what is in the link. */
  id: string
  accountId: string
  expiresAt: number
}

export interface PasswordLinks {
  /** An account has one: those before it are over. */
  create(link: PasswordLink): Promise<void>
  /** The link, for one caller only and in its time; from then on it is gone. */
  take(id: string): Promise<PasswordLink | undefined>
  endAllOf(accountId: string): Promise<void>
}
