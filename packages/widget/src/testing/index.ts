/** For tests of the packages that wrap the element. */
export { sampleChanges, samplePayment } from './sample-payment.ts'
export { createAnswer, launchBrowser, openPage, serve } from './site.ts'
