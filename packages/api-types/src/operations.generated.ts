/** Made by `npm run reference` from the schemas and routes of the core. Change those, and run it again. */

import type {
  ApiKey,
  ApiKeyWithSecret,
  AuditEntry,
  ConfiguredMethods,
  Connection,
  ConnectionCode,
  ConnectionPreview,
  Cryptocurrency,
  CustomerReceipts,
  Deleted,
  Delivery,
  DeliveryWithAttempts,
  Event,
  Invitation,
  InvitationWithUrl,
  LedgerEntry,
  List,
  Merchant,
  MerchantSettings,
  NetworkName,
  NetworkStatuses,
  Overview,
  Payment,
  PaymentLink,
  Refund,
  ReportFile,
  ReportLink,
  ReportSummary,
  RequestEntry,
  Resent,
  Settlement,
  SettlementEntry,
  SettlementRoute,
  Transfer,
  User,
  Wallet,
  WalletChallenge,
  Webhook,
  WebhookSecret,
  WebhookWithSecret,
} from './answers.generated.ts'
import type {
  AssignInput,
  AuditFilter,
  AuditQuery,
  ConnectionInput,
  DeliveryQuery,
  EventQuery,
  InvitationInput,
  KeyInput,
  KeyQuery,
  ListQuery,
  MerchantChanges,
  MethodInput,
  OverviewQuery,
  PayInput,
  PaymentFilter,
  PaymentInput,
  PaymentLinkChanges,
  PaymentLinkInput,
  PaymentQuery,
  RefundInput,
  RefundQuery,
  RequestQuery,
  RotateInput,
  SettingsChanges,
  SettlementQuery,
  SinceInput,
  TransferQuery,
  UserChanges,
  WalletInput,
  WalletProof,
  WebhookChanges,
  WebhookInput,
  WebhookQuery,
} from './inputs.generated.ts'

/** For tests in the sandbox on local networks, over HTTP alone. */
export type TestHelpers = {
  /**
   * Pay a payment with real transfers on the local network. It answers at once, and the payment changes when the
   * transfers are seen. `scenario` chooses what goes wrong.
   */
  pay(id: string, input?: PayInput): Promise<Payment>
  /** Move a payment's deadline to now. The next block expires it. This cannot be undone. */
  expire(id: string): Promise<Payment>
}

/** The API's operations as methods. They throw the API's refusals as CheckoutError. */
export type Operations = {
  readonly payments: {
    /**
     * Create a payment. Turns the price into an exact amount of the coin, and makes the payment recognisable. Send the
     * payer to its `url`. Send an `Idempotency-Key`, so that a repeated request makes no second payment.
     */
    create(input: PaymentInput): Promise<Payment>
    /**
     * List payments, newest first. The filters combine. `q` searches for a whole value first, and then for beginnings.
     * A search for beginnings, or one that is combined with other filters, may find at most 10,000 payments.
     */
    list(query?: PaymentQuery): Promise<List<Payment>>
    /**
     * Ask for a link to the same list as CSV, of at most 10,000 payments. The link downloads the payments that there
     * are now. It works for an hour, and needs no keys. More than 10,000 payments are refused: then give `created_gte`
     * and `created_lt`.
     */
    export(filter?: PaymentFilter): Promise<ReportLink>
    /**
     * Retrieve a payment. The status is as of the last block that was read. A webhook or an event tells you of a change
     * sooner than repeated requests.
     */
    retrieve(id: string): Promise<Payment>
    /**
     * Cancel a payment for which no money was seen. Its page offers it no more. Money that still arrives is recorded
     * with it as late. A payment that is cancelled already is answered unchanged. This cannot be undone.
     */
    cancel(id: string): Promise<Payment>
    /**
     * Choose one of the methods of a payment, before money was seen. The payer can do the same on the page. The
     * deadline stays. Money that comes by a method that was chosen before still counts.
     */
    choose(id: string, input: MethodInput): Promise<Payment>
    /**
     * Accept what was received as enough. Completes a payment that is underpaid or late, with what is final. A payment
     * that is completed already is answered unchanged. This cannot be undone: the order counts as paid.
     */
    accept(id: string): Promise<Payment>
    /**
     * See which receipts of a payment and its refunds were sent to the customer by e-mail. The address itself is in no
     * answer.
     */
    retrieveCustomerReceipts(id: string): Promise<CustomerReceipts>
    /**
     * Send the receipts of a payment and its refunds to the customer again. They go to the address of the payment. One
     * that waits to be sent is not sent twice.
     */
    resendReceipt(id: string): Promise<CustomerReceipts>
  }
  readonly paymentMethods: {
    /**
     * List the coins and networks that payments can ask for, with the wallets of the settings. Use it to fill a choice
     * of coins in your own page. `reason` says why a method is not offered at present.
     */
    list(): Promise<ConfiguredMethods>
  }
  readonly overview: {
    /**
     * Retrieve what came in by day, network and coin, what needs a hand, and what is set up. Days are those of
     * `timeZone`, both ends included, at most 92. Refunds are not taken off. Counts that your key may not read are
     * null.
     */
    retrieve(query?: OverviewQuery): Promise<Overview>
  }
  readonly paymentLinks: {
    /**
     * Create a payment link: a page that makes payments. Each payer who presses the button of its page gets a payment
     * of their own. Give either `amount`, or at least `minimum`.
     */
    create(input: PaymentLinkInput): Promise<PaymentLink>
    /**
     * List payment links, newest first. It lists links in every status. `GET /payments?paymentLink=` lists the payments
     * of one.
     */
    list(query?: ListQuery): Promise<List<PaymentLink>>
    /** Retrieve a payment link. `status` says whether it makes payments, and otherwise why not. */
    retrieve(id: string): Promise<PaymentLink>
    /**
     * Turn a payment link off or on, or change its title or limit. What you leave out stays. The price and the wallet
     * never change: make another link for that.
     */
    update(id: string, changes: PaymentLinkChanges): Promise<PaymentLink>
  }
  readonly transfers: {
    /**
     * List transfers to your wallets, newest first. It has all transfers of configured coins, and of coins that are
     * mistaken for them. Those that pay nothing are `unattributed`.
     */
    list(query?: TransferQuery): Promise<List<Transfer>>
    /**
     * Retrieve a transfer. `payment` is the payment that it pays. `suggestedPayment` and `namedBy` are hints, and no
     * proof.
     */
    retrieve(id: string): Promise<Transfer>
    /**
     * Let an unattributed transfer pay a payment. Use it for money whose payment nobody could recognise. The transfer
     * must be to the wallet, on the network and in the coin of one of the payment's methods. This cannot be undone: the
     * transfer pays that payment for good.
     */
    assign(id: string, input: AssignInput): Promise<Transfer>
  }
  readonly refunds: {
    /**
     * Refund a payment, in full or in part. Reserves money of the payment, and says in `nextAction` what has to happen:
     * your wallet signs, or the payer enters an address. Without `amount` it refunds all that is left. A `reference`
     * belongs to one refund for ever. Where the server has a key for refunds, it sends the money at once, and nothing
     * brings it back.
     */
    create(input: RefundInput): Promise<Refund>
    /**
     * List refunds, newest first. `nextAction=sign` lists those that wait for you, `nextAction=collect_destination`
     * those that wait for the payer.
     */
    list(query?: RefundQuery): Promise<List<Refund>>
    /** Retrieve a refund. It is `completed` once its transfer is final. */
    retrieve(id: string): Promise<Refund>
    /**
     * Cancel a refund that is pending. A wallet may have signed it already, so its amount stays reserved for a day. A
     * refund that is cancelled already is answered unchanged. This cannot be undone: the payer gets nothing by it.
     */
    cancel(id: string): Promise<Refund>
  }
  readonly events: {
    /**
     * List events, newest first; from a sequence number on with after. Events are kept for 30 days, or for
     * `policy.retentionDays` of the settings. `after` continues without gaps where you were.
     */
    list(query?: EventQuery): Promise<List<Event>>
    /** Retrieve an event. It is byte for byte what webhooks get. */
    retrieve(id: string): Promise<Event>
  }
  readonly webhooks: {
    /**
     * Add a URL that is told of events; the secret is answered this once. It gets events from now on, signed by
     * Standard Webhooks. Keep the secret of the answer. There are at most 16 in an environment.
     */
    create(input: WebhookInput): Promise<WebhookWithSecret>
    /**
     * List webhooks, newest first. `state=failing` lists those that are enabled and not accepted at present,
     * `state=given_up` those that the checkout turned off.
     */
    list(query?: WebhookQuery): Promise<List<Webhook>>
    /** Retrieve a webhook. `disabledReason` says why it is off. The secret is not shown again. */
    retrieve(id: string): Promise<Webhook>
    /**
     * Change a webhook, turn it off or on again. What you leave out stays. Deliveries that wait go to the new URL with
     * their next attempt. A webhook that is turned on again gets events from then on.
     */
    update(id: string, changes: WebhookChanges): Promise<Webhook>
    /**
     * Delete a webhook. Its deliveries stay in the lists until they are pruned. Its deliveries end at once, and its
     * secret is lost.
     */
    delete(id: string): Promise<Deleted<'webhook'>>
    /**
     * Give a webhook a new secret; the old one signs along for 24 hours. Messages have both signatures for 24 hours.
     * Keep the secret of the answer: it is shown only once.
     */
    rotate(id: string): Promise<WebhookWithSecret>
    /**
     * Send a webhook an event to try it. The event is `webhook.ping`, whatever its `events` are. Read the delivery
     * again to see the answer of your server.
     */
    ping(id: string): Promise<Delivery>
    /** List what was sent to a webhook, newest first. Use it to find what your server refused, and why. */
    deliveries(id: string, query?: DeliveryQuery): Promise<List<Delivery>>
    /**
     * Send what failed since a time once more: at most 5,000 deliveries a request. The oldest are sent first. Repeat
     * the request until it answers 0.
     */
    resendFailed(id: string, input: SinceInput): Promise<Resent>
    /**
     * Make a new secret for payments' own webhookUrl; the old one signs along for 24 hours. Also the way to get that
     * secret for the first time. It is shown only once.
     */
    rotateDefaultSecret(): Promise<WebhookSecret>
  }
  readonly deliveries: {
    /**
     * List what was sent to all webhooks, newest first. Deliveries of payments' own `webhookUrl` are in it too: their
     * `webhook` is null.
     */
    list(query?: DeliveryQuery): Promise<List<Delivery>>
    /**
     * List who was told of a payment, newest first. It has the deliveries of the payment's events, to webhooks and to
     * its own `webhookUrl`.
     */
    ofPayment(id: string, query?: DeliveryQuery): Promise<List<Delivery>>
    /**
     * Retrieve a delivery with its attempts. Each attempt has the request, without signatures, and the answer of your
     * server.
     */
    retrieve(id: string): Promise<DeliveryWithAttempts>
    /**
     * Send a delivery once more, at once. It goes to the present URL of its webhook, whether it was delivered before or
     * not.
     */
    resend(id: string): Promise<Delivery>
  }
  readonly settlements: {
    /**
     * Close the period now: a settlement for each network, coin and wallet with money to settle. Your schedule closes
     * periods by itself. This closes one in between. The list is empty if nothing is to be settled. This cannot be
     * undone: what is booked later is in the next period.
     */
    create(): Promise<List<Settlement>>
    /**
     * List settlements, newest first. A settlement is the entries of the ledger of one period, for one wallet in one
     * coin.
     */
    list(query?: SettlementQuery): Promise<List<Settlement>>
    /**
     * Retrieve a settlement. `reportUrl` downloads its entries as CSV. `GET /payments?settlement=` lists its payments.
     */
    retrieve(id: string): Promise<Settlement>
    /**
     * List the entries that a settlement took, oldest first. Those of a sum add up to it. What came later is in the
     * next settlement, and says which one it follows.
     */
    entries(id: string, query?: ListQuery): Promise<List<SettlementEntry>>
  }
  readonly ledger: {
    /**
     * List the entries of the ledger, newest first. An entry is a fact about money. It never changes: a correction is
     * another entry, which names it.
     */
    list(
      input?: ListQuery & {
        /** Those of this kind. */
        kind?:
          | 'received'
          | 'assigned'
          | 'refunded'
          | 'swept'
          | 'network_fee'
          | 'relayed'
          | 'reversed'
          | 'converted'
          | 'released'
          | undefined
        /** Those of this payment. */
        payment?: string | undefined
        /** Those of this refund. */
        refund?: string | undefined
        /** Those of this settlement's sweeps and their fees. */
        settlement?: string | undefined
        /**
         * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
         * Capitals are taken too.
         */
        network?: NetworkName | undefined
        /** Those whose value is in this currency. */
        currency?: string | undefined
        /** Those of the transaction with this hash. */
        transaction?: string | undefined
        /** Booked at or after this ISO 8601 time. */
        created_gte?: string | undefined
        /** Booked before this ISO 8601 time. */
        created_lt?: string | undefined
      },
    ): Promise<List<LedgerEntry>>
  }
  readonly reports: {
    /**
     * Retrieve what came in, went back and was paid out in a span of time, and its value. It adds up the entries of the
     * ledger. Values are at each payment's own rate. Money without a value is listed apart.
     */
    retrieve(input?: {
      /** The first day in the shop's zone, as 2026-11-01. Default: the first of the month of `to`. */
      from?: string | undefined
      /** The last day, included; at most 366 days in all. Default: today. */
      to?: string | undefined
      /** Instead of days: entries booked at or after this ISO 8601 time. It needs `created_lt`. */
      created_gte?: string | undefined
      /** Instead of days: entries booked before this ISO 8601 time. */
      created_lt?: string | undefined
    }): Promise<ReportSummary>
    /**
     * Make a link to the same as CSV. The link opens without keys, for an hour. The file has no things that are open.
     */
    export(input?: {
      /** The first day in the shop's zone, as 2026-11-01. Default: the first of the month of `to`. */
      from?: string | undefined
      /** The last day, included; at most 366 days in all. Default: today. */
      to?: string | undefined
      /** Instead of days: entries booked at or after this ISO 8601 time. It needs `created_lt`. */
      created_gte?: string | undefined
      /** Instead of days: entries booked before this ISO 8601 time. */
      created_lt?: string | undefined
      /**
       * The language of the spreadsheet that opens the file: its separator and decimals, and a byte order mark. Default:
       * plain CSV (RFC 4180).
       */
      language?: 'en' | 'ar' | 'de' | 'es' | 'fr' | 'it' | 'ja' | 'nl' | 'pl' | 'pt' | 'tr' | 'zh' | undefined
    }): Promise<ReportLink>
    /**
     * Make a link to the entries of a span as a file. The link opens without keys, for an hour. The file of a span that
     * has ended has the same bytes each time.
     */
    exportLedger(input?: {
      /** The first day in the shop's zone, as 2026-11-01. Default: the first of the month of `to`. */
      from?: string | undefined
      /** The last day, included; at most 366 days in all. Default: today. */
      to?: string | undefined
      /** Instead of days: entries booked at or after this ISO 8601 time. It needs `created_lt`. */
      created_gte?: string | undefined
      /** Instead of days: entries booked before this ISO 8601 time. */
      created_lt?: string | undefined
      /** Those of this kind. */
      kind?:
        | 'received'
        | 'assigned'
        | 'refunded'
        | 'swept'
        | 'network_fee'
        | 'relayed'
        | 'reversed'
        | 'converted'
        | 'released'
        | undefined
      /**
       * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
       * Capitals are taken too.
       */
      network?: NetworkName | undefined
      /** The coin. Small letters are taken too. */
      cryptocurrency?: Cryptocurrency | Lowercase<Cryptocurrency> | undefined
      /**
       * `csv` and `xlsx`: every column, for a spreadsheet. `xero` and `quickbooks`: a bank statement of one coin, for which
       * `cryptocurrency` is needed. Default: csv.
       */
      format?: 'csv' | 'xlsx' | 'xero' | 'quickbooks' | undefined
      /**
       * The language of the spreadsheet that opens the file: its separator and decimals, and a byte order mark. Default:
       * plain CSV (RFC 4180).
       */
      language?: 'en' | 'ar' | 'de' | 'es' | 'fr' | 'it' | 'ja' | 'nl' | 'pl' | 'pt' | 'tr' | 'zh' | undefined
    }): Promise<ReportFile>
  }
  readonly merchant: {
    /**
     * Retrieve the merchant whose keys these are, with its settings in this environment. Use it to check keys, and to
     * see the rules that new payments get.
     */
    retrieve(): Promise<Merchant>
    /**
     * Change what payers see of the merchant; what is left out stays, null removes. Both environments show the same. A
     * server that takes real payments refuses keys of the sandbox here.
     */
    update(changes: MerchantChanges): Promise<Merchant>
    /**
     * List the routes of each coin and network as they would be with other settings. Nothing is changed. The wallets
     * are those of the settings.
     */
    previewRoutes(input?: {
      /** The coin. Default: that of the settings. */
      settlementCurrency?: Cryptocurrency | Lowercase<Cryptocurrency> | undefined
      /** The network, or `none`. Default: that of the settings. */
      settlementNetwork?: string | undefined
    }): Promise<List<SettlementRoute>>
    /**
     * Change wallets, settlements and the rules of payments in this environment; what is left out stays. A schedule
     * replaces the whole one before. Null leaves a rule to the operator. A payment keeps the rules that it was made
     * with.
     */
    updateSettings(changes: SettingsChanges): Promise<MerchantSettings>
  }
  readonly wallets: {
    /**
     * Ask for the text by whose signature a wallet lets you name it. The text is valid for a day. Nothing is stored.
     */
    challenge(input: WalletInput): Promise<WalletChallenge>
    /**
     * Prove that a wallet is yours by its signature of the text. You become the owner of the wallet, unless its owner
     * has proven it too or the operator has named the owner.
     */
    prove(input: WalletProof): Promise<Wallet>
  }
  readonly networkStatus: {
    /**
     * Show how the networks are, as the server sees them that answers. It names no nodes and no keys. The operator's
     * log and `doctor` say more.
     */
    retrieve(): Promise<NetworkStatuses>
  }
  readonly requests: {
    /**
     * List the requests of the last day, newest first. Requests of sessions that only read are left out. Use it to find
     * out what your program sent.
     */
    list(query?: RequestQuery): Promise<List<RequestEntry>>
  }
  readonly keys: {
    /**
     * Make a key pair; the secret is answered this once. A key can give only what it may do itself. There are at most
     * 100 active keys in an environment.
     */
    create(input: KeyInput): Promise<ApiKeyWithSecret>
    /**
     * List the keys of this environment, newest first, without their secrets. It lists active keys, and those that have
     * expired or were revoked.
     */
    list(query?: KeyQuery): Promise<List<ApiKey>>
    /** Retrieve a key, without its secret. `lastUsedAt` is up to a minute late. */
    retrieve(id: string): Promise<ApiKey>
    /**
     * Retrieve the key of the request: what it may do, without its secret. Needs no scope, so every program can see
     * what it may do.
     */
    retrieveOwn(): Promise<ApiKey>
    /**
     * Make a new pair with the same rights; the old one works for 24 hours more, or as long as you say. Put the new
     * pair into your program before the old one ends.
     */
    rotate(id: string, input?: RotateInput): Promise<ApiKeyWithSecret>
    /**
     * Revoke a key: it is refused within a second. The key of the request cannot revoke itself. A key that is revoked
     * already is answered unchanged. This cannot be undone: programs that use the key are refused.
     */
    revoke(id: string): Promise<ApiKey>
  }
  readonly connections: {
    /**
     * Show what a shop system would get, for the page that asks for consent. Nothing is made. It refuses what the
     * connection itself would be refused for.
     */
    preview(input: ConnectionInput): Promise<ConnectionPreview>
    /**
     * Let a shop system use the shop; the answer has the address that carries the code to it. The code works once, for
     * five minutes, with the verifier of the challenge. Until then there is no key. Needs `webhooks:write` too, and
     * each scope that the shop system gets.
     */
    create(input: ConnectionInput): Promise<ConnectionCode>
    /**
     * List the connected shop systems, newest first. A connection is active while one of its keys works, or its webhook
     * is enabled. It is pending while its code waits to be exchanged. Ended ones stay in the list, unless their code
     * was never exchanged.
     */
    list(
      input?: ListQuery & {
        /** Those with this status. */
        status?: 'pending' | 'active' | 'ended' | undefined
      },
    ): Promise<List<Connection>>
    /**
     * End a connection: its code and its keys are refused within a second, and its webhook is deleted. A connection
     * that has ended is answered unchanged, without a webhook. Needs `webhooks:write` too. This cannot be undone: the
     * shop system has to be connected again.
     */
    end(id: string): Promise<Connection>
  }
  readonly users: {
    /** List the users of the merchant, newest first. Users belong to the merchant in both environments. */
    list(query?: ListQuery): Promise<List<User>>
    /**
     * Change a user's role, from its next request on; not that of the last owner. You cannot give a role that may do
     * more than you. Keys that the user made are revoked if they change users or keys further than the new role may.
     */
    update(id: string, changes: UserChanges): Promise<User>
    /**
     * Take the merchant from a user, at once; not from the last owner. Invitations that the user has made end too, and
     * so do keys that it or such a key has made. Webhooks and payment links stay; the entry of the audit log names them
     * in `before`, so that you can look at them. The user loses access at once, and programs that use its keys are
     * refused.
     */
    remove(id: string): Promise<Deleted<'user'>>
  }
  readonly invitations: {
    /**
     * Make a link by which somebody becomes a user; the link is answered this once, and works for seven days. It
     * replaces the open link of the same address. You cannot give a role that may do more than you.
     */
    create(input: InvitationInput): Promise<InvitationWithUrl>
    /** List the invitations whose links still work, newest first. The links themselves are not shown again. */
    list(query?: ListQuery): Promise<List<Invitation>>
    /** Delete an invitation: its link does not work any more. Nobody is told. */
    delete(id: string): Promise<Deleted<'invitation'>>
  }
  readonly audit: {
    /**
     * List who changed what, newest first. It has each change that a key, a user or the command line made. Entries are
     * kept for ever.
     */
    list(query?: AuditQuery): Promise<List<AuditEntry>>
    /**
     * Ask for a link to the same list as CSV, of at most 10,000 entries. The link downloads the entries that there are
     * now. It works for an hour, and needs no keys.
     */
    export(filter?: AuditFilter): Promise<ReportLink>
  }
}
