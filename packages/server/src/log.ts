import type { Answered, Attempted, Observer, Recorded } from '@crypto-checkout/core'
import { pino } from 'pino'
import { print, printError } from './print.ts'

/** What a server says while it runs. */
export type Log = {
  /** Something that an operator should know. */
  line(text: string): void
  /** How it goes, for who looks. */
  info(text: string): void
  answered(answered: Answered): void
  recorded(event: Recorded): void
  attempted(attempt: Attempted): void
}

/** Trouble to standard error and the rest to standard output, for people. Requests, events and webhooks are not told. */
const textLog: Log = {
  line: (text) => printError(text),
  info: (text) => print(text),
  answered: () => {},
  recorded: () => {},
  attempted: () => {},
}

/**
 * One JSON object a line on standard output (pino): `level` is `info` or `warn`, `time` an ISO date. Of a request only
 * what is named here gets in, whatever it carried: no header, no query, no body, no address.
 */
function jsonLog(): Log {
  const logger = pino({
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
  })
  return {
    line: (text) => logger.warn(text),
    info: (text) => logger.info(text),
    answered({ requestId, method, route, status, code, ms, paymentId }) {
      const fields = { requestId, method: methodName(method), route, status, code, ms: Math.round(ms * 10) / 10 }
      logger.info(paymentId === null ? fields : { ...fields, paymentId }, 'request')
    },
    recorded({ type, environment, network, paymentId }) {
      const fields = network === null ? { environment } : { environment, network }
      logger.info(paymentId === null ? fields : { ...fields, paymentId }, type)
    },
    attempted({ outcome, deliveryId, paymentId }) {
      if (outcome === 'delivered') return
      const fields = { outcome, deliveryId }
      logger.warn(paymentId === null ? fields : { ...fields, paymentId }, 'webhook')
    },
  }
}

/** Each hears what happens. */
export function both(observer: Observer, { answered, recorded, attempted }: Log): Observer {
  return {
    ...observer,
    answered(one) {
      observer.answered(one)
      answered(one)
    },
    recorded(event) {
      observer.recorded(event)
      recorded(event)
    },
    attempted(attempt) {
      observer.attempted(attempt)
      attempted(attempt)
    },
  }
}

export function openLog(format: 'text' | 'json' | undefined): Log {
  return format === 'json' ? jsonLog() : textLog
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Anybody may send any word as a method. */
export function methodName(method: string): string {
  return METHODS.includes(method) ? method : 'OTHER'
}
