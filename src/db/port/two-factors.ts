/** The secret shared with an authenticator app. */
export interface TwoFactor {
  accountId: string
  /** Base32. */
  secret: string
  /** `null`: set up, not confirmed yet. */
  confirmedAt: number | null
}

export interface TwoFactors {
  find(accountId: string): Promise<TwoFactor | undefined>
  /** Replaces one that was never confirmed. False when one is in force. */
  begin(accountId: string, secret: string): Promise<boolean>
  /** Puts it in force, with these recovery codes. False when one already is, or none was set up. */
  confirm(accountId: string, step: number, recoveryCodes: readonly string[]): Promise<boolean>
  /** True for one caller only, and never for a step before the last one used. */
  useStep(accountId: string, step: number): Promise<boolean>
  /** True for one caller only. */
  useRecoveryCode(accountId: string, id: string): Promise<boolean>
  countRecoveryCodes(accountId: string): Promise<number>
  /** Replaces all of them. False when no second factor is in force. */
  replaceRecoveryCodes(accountId: string, recoveryCodes: readonly string[]): Promise<boolean>
  /** Including its recovery codes. False when none was in force. */
  remove(accountId: string): Promise<boolean>
}
