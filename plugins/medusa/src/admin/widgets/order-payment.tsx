/** The panel on an order's page: what the checkout knows of its money. */
import { defineWidgetConfig } from '@medusajs/admin-sdk'
import type { AdminOrder, DetailWidgetProps } from '@medusajs/framework/types'
import { Client } from '@medusajs/js-sdk'
import { Badge, Container, Heading, Text } from '@medusajs/ui'
import { useEffect, useState } from 'react'
import type { PaymentView, RefundView } from '../../api/admin/crypto-checkout/orders/[id]/payment-view.ts'

declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: 'session' | 'jwt' | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

const medusa = new Client({
  baseUrl: __BACKEND_URL__ || '/',
  auth: {
    type: __AUTH_TYPE__ ?? 'session',
    ...(__JWT_TOKEN_STORAGE_KEY__ && { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ }),
  },
})

const colours = {
  created: 'grey',
  partially_paid: 'orange',
  processing: 'blue',
  completed: 'green',
  expired: 'red',
  cancelled: 'grey',
} as const

const steps = {
  sign: 'Waits for your signature',
  collect_destination: 'Waits for an address of the payer',
} as const

type Answer = { readonly payments: readonly PaymentView[] }

const OrderPayment = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const [answer, setAnswer] = useState<Answer | Error | null>(null)
  useEffect(() => {
    medusa.fetch<Answer>(`/admin/crypto-checkout/orders/${order.id}`).then(setAnswer, setAnswer)
    // The dashboard loads the order again after a refund.
  }, [order])
  if (answer === null) return null
  if (answer instanceof Error)
    return <Panel>{<Text size="small">The checkout did not answer: {answer.message}</Text>}</Panel>
  return answer.payments.map((payment) => <Payment key={payment.id} {...payment} />)
}

const Panel = ({ children }: { children: React.ReactNode }) => (
  <Container className="divide-y p-0">
    <div className="px-6 py-4">
      <Heading level="h2">Stablecoin payment</Heading>
    </div>
    <div className="flex flex-col gap-y-3 px-6 py-4">{children}</div>
  </Container>
)

const Payment = ({ status, exceptions, refunds, dashboardUrl, livemode, ...payment }: PaymentView) => (
  <Panel>
    <div className="flex flex-wrap gap-2">
      <Badge size="2xsmall" color={colours[status]}>
        {status.replaceAll('_', ' ')}
      </Badge>
      {exceptions.map((name) => (
        <Badge key={name} size="2xsmall" color="orange">
          {name}
        </Badge>
      ))}
      {!livemode && <Badge size="2xsmall">sandbox</Badge>}
    </div>
    <Line name="Received">
      {trim(payment.amountReceived)} of {trim(payment.cryptoAmount)} {payment.cryptocurrency}
    </Line>
    <Line name="Network">{payment.network}</Line>
    {refunds.map((refund) => (
      <RefundLine key={refund.id} {...refund} />
    ))}
    <a className="text-ui-fg-interactive txt-small" href={dashboardUrl} target="_blank" rel="noreferrer">
      Open in the checkout
    </a>
  </Panel>
)

const RefundLine = ({ amount, currency, status, next, dashboardUrl }: RefundView) => (
  <Line name={`Refund of ${amount.toFixed(2)} ${currency}`}>
    <a className="text-ui-fg-interactive" href={dashboardUrl} target="_blank" rel="noreferrer">
      {next === null ? status : steps[next]}
    </a>
  </Line>
)

const Line = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="flex justify-between gap-x-4">
    <Text size="small" className="text-ui-fg-subtle">
      {name}
    </Text>
    <Text size="small" className="text-right">
      {children}
    </Text>
  </div>
)

/** `14.000000` as `14` */
function trim(amount: string): string {
  return amount.replace(/\.?0+$/, '')
}

export const config = defineWidgetConfig({ zone: 'order.details.side.before' })

export default OrderPayment
