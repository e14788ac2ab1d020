/**
 * The runtime reports its use to its vendor unless this variable is set before its library is loaded. Nothing leaves the
 * house: it is set here, whatever the environment says, and this file is imported before the runtime.
 */
process.env.ORT_DISABLE_TELEMETRY = '1'

export const isTelemetryOff = (): boolean => process.env.ORT_DISABLE_TELEMETRY === '1'
