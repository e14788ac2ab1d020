/** The neural runtime, with its telemetry off. No other file imports it, because the order of these two lines matters. */
import './telemetry-off.js'

export { InferenceSession, listSupportedBackends, Tensor } from 'onnxruntime-node'
