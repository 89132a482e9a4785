/** What the pages of the shop ask of the Shop API. */

const ERROR = `... on ErrorResult { errorCode message }`;

const ORDER = `
  fragment Basket on Order {
    id code state totalQuantity subTotalWithTax shippingWithTax totalWithTax currencyCode
    lines { id quantity linePriceWithTax productVariant { id name product { slug } } }
  }`;

export const PRODUCTS = `
  query {
    products(options: { take: 50, sort: { id: ASC } }) {
      items { id name slug description variants { id priceWithTax currencyCode stockLevel } }
    }
    activeOrder { totalQuantity }
  }`;

export const BASKET = `
  ${ORDER}
  query { activeOrder { ...Basket } }`;

export const CHECKOUT = `
  ${ORDER}
  query {
    activeOrder { ...Basket }
    eligibleShippingMethods { id name priceWithTax }
    availableCountries { code name }
  }`;

export const ADD = `
  mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { __typename ${ERROR} } }`;

export const ADJUST = `
  mutation ($id: ID!, $quantity: Int!) {
    adjustOrderLine(orderLineId: $id, quantity: $quantity) { __typename ${ERROR} }
  }`;

/** Goes back from paying to filling the basket. */
export const REOPEN = `
  mutation { transitionOrderToState(state: "AddingItems") { __typename ${ERROR} } }`;

export const SET_CUSTOMER = `
  mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename ${ERROR} } }`;

export const SET_ADDRESS = `
  mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename ${ERROR} } }`;

export const SET_SHIPPING = `
  mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename ${ERROR} } }`;

/** The plugin's mutation: where does the shopper pay? */
export const CREATE_PAYMENT = `
  mutation ($input: CreateTillbridgePaymentInput!) {
    createTillbridgePayment(input: $input) {
      __typename
      ... on TillbridgePayment { orderCode paymentUrl }
      ${ERROR}
    }
  }`;

/** The plugin's query: how far has the payment come? */
export const PAYMENT_STATUS = `
  query ($code: String!) {
    tillbridgePaymentStatus(orderCode: $code) { orderState state isRecorded paymentUrl settlesAt }
  }`;

const PAYMENTS = `payments { state amount refunds { id total state } }`;

/** An order that is not paid yet is the shopper's active one. */
export const ACTIVE_ORDER = `
  ${ORDER}
  query { activeOrder { ...Basket ${PAYMENTS} } }`;

/** A paid order is found by its code: by anyone who has it, as Vendure is set, for two hours. */
export const ORDER_BY_CODE = `
  ${ORDER}
  query ($code: String!) { orderByCode(code: $code) { ...Basket ${PAYMENTS} } }`;
