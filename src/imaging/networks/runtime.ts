/** The neural runtime, with its telemetry off. Nobody else imports it: the order of these two lines matters. */
import './telemetry-off.js'

export { InferenceSession, Tensor } from 'onnxruntime-node'
