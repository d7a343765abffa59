/** A script of its own, which is loaded once there is a code to draw. */
export { createQrPath, type QrPath } from '@crypto-checkout/payer-ui'
