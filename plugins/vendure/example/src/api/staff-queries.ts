/** What the staff pages ask of the Admin API. */

export const SIGN_IN = `
  mutation ($username: String!, $password: String!) {
    login(username: $username, password: $password) {
      __typename
      ... on ErrorResult { errorCode message }
    }
  }`;

export const ORDERS = `
  query {
    orders(options: { take: 50, sort: { updatedAt: DESC }, filter: { state: { notEq: "AddingItems" } } }) {
      items { code state totalWithTax currencyCode updatedAt customer { firstName lastName } }
    }
  }`;

export const ORDER = `
  query ($code: String!) {
    orders(options: { filter: { code: { eq: $code } } }) {
      items {
        code state totalWithTax currencyCode
        customer { firstName lastName }
        payments {
          id method amount state transactionId
          refunds { id total state reason }
        }
        history(options: { take: 100, sort: { createdAt: ASC } }) { items { id type createdAt data } }
      }
    }
  }`;

export const REFUND = `
  mutation ($input: RefundOrderInput!) {
    refundOrder(input: $input) {
      __typename
      ... on Refund { id state }
      ... on ErrorResult { errorCode message }
    }
  }`;
