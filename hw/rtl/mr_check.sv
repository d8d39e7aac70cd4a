// Memory protection: may this request touch these octets? (IBTA vol. 1, 10.6; the rule is protection::MrCheck.)
//
// One request a cycle, its verdict two cycles later, in order. The entry that the key names in the table comes with
// the request; this block neither looks it up nor translates an address.
// The registers marked public stand in the waveform of a run.
module mr_check (
  input  logic        clk_i,
  input  logic        rst_ni,

  // What is asked. length 0 needs no key and is not asked.
  input  logic        valid_i,
  input  logic [31:0] key_i,
  input  logic        remote_i,          // the key came over the network
  input  logic [31:0] domain_i,
  input  logic [23:0] qp_i,
  input  logic [ 4:0] need_i,            // rights, as ibv_access_flags
  input  logic [63:0] start_i,
  input  logic [63:0] length_i,

  // The entry behind the key.
  input  logic [ 1:0] entry_kind_i,
  input  logic        entry_bound_i,     // window
  input  logic [31:0] entry_lkey_i,
  input  logic [31:0] entry_rkey_i,
  input  logic [31:0] entry_domain_i,
  input  logic [23:0] entry_qp_i,        // window: the QP that it was bound on
  input  logic [ 4:0] entry_access_i,
  input  logic [63:0] entry_start_i,
  input  logic [63:0] entry_length_i,

  output logic        valid_o,
  output logic [ 2:0] fault_o
);

  // protection::Region::Kind
  localparam logic [1:0] KindFree   = 2'd0;
  localparam logic [1:0] KindWindow = 2'd2;

  // protection::Fault
  localparam logic [2:0] None        = 3'd0;
  localparam logic [2:0] UnknownKey  = 3'd1;
  localparam logic [2:0] WrongDomain = 3'd2;
  localparam logic [2:0] NoAccess    = 3'd3;
  localparam logic [2:0] OutOfBounds = 3'd4;

  // First cycle: is it this entry's key, may its holder do this, and how far into the region does the request begin?
  logic window, key_fits, domain_fits, access_fits;
  assign window      = entry_kind_i == KindWindow;
  assign key_fits    = entry_kind_i != KindFree
                     && key_i == (remote_i ? entry_rkey_i : entry_lkey_i)
                     && !(window && !(remote_i && entry_bound_i));
  assign domain_fits = domain_i == entry_domain_i && !(window && qp_i != entry_qp_i);
  assign access_fits = (need_i & ~entry_access_i) == '0;

  logic [2:0] rights_d;
  always_comb begin
    if (!key_fits)         rights_d = UnknownKey;
    else if (!domain_fits) rights_d = WrongDomain;
    else if (!access_fits) rights_d = NoAccess;
    else                   rights_d = None;
  end

  logic        asked_q  /* verilator public_flat_rd */;
  logic [ 2:0] rights_q /* verilator public_flat_rd */;
  logic        before_q /* verilator public_flat_rd */;
  logic [63:0] offset_q /* verilator public_flat_rd */;
  logic [63:0] length_q, region_q;

  // Second cycle: is the rest of the region long enough? 64-bit overflow of start + length cannot hide: neither sum is
  // ever made.
  logic outside;
  assign outside = before_q || offset_q > region_q || length_q > region_q - offset_q;

  logic       valid_q;
  logic [2:0] fault_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      asked_q <= valid_i;
      valid_q <= asked_q;
    end
  end

  // Data needs no reset: nobody looks at it without its valid.
  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      rights_q <= rights_d;
      before_q <= start_i < entry_start_i;
      offset_q <= start_i - entry_start_i;
      length_q <= length_i;
      region_q <= entry_length_i;
    end
    if (asked_q) begin
      if (rights_q != None) fault_q <= rights_q;
      else                  fault_q <= outside ? OutOfBounds : None;
    end
  end

  assign valid_o = valid_q;
  assign fault_o = fault_q;

endmodule
