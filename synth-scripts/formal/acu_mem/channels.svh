  // The two request channels side by side: bit 0 reads, bit 1 writes.
  localparam REQUEST = ADDR_WIDTH + ID_WIDTH + 37;
  (* hierconn *) wire \dut.u_read_decision.grant_o ;
  (* hierconn *) wire \dut.u_read_decision.deny_o ;
  (* hierconn *) wire \dut.u_write_decision.grant_o ;
  (* hierconn *) wire \dut.u_write_decision.deny_o ;
  wire [1:0] grant = {\dut.u_write_decision.grant_o && !\dut.u_write_decision.deny_o ,
    \dut.u_read_decision.grant_o && !\dut.u_read_decision.deny_o };
  wire [1:0] s_valid = {s_axi_awvalid, s_axi_arvalid};
  wire [1:0] s_ready = {s_axi_awready, s_axi_arready};
  wire [1:0] m_valid = {m_axi_awvalid, m_axi_arvalid};
  wire [1:0] m_ready = {m_axi_awready, m_axi_arready};
  wire [2*REQUEST-1:0] s_request = {
    s_axi_awaddr, s_axi_awid, s_axi_awlen, s_axi_awregion, s_axi_awqos, s_axi_awprot, s_axi_awcache, s_axi_awlock, s_axi_awburst, s_axi_awsize, s_axi_awuser,
    s_axi_araddr, s_axi_arid, s_axi_arlen, s_axi_arregion, s_axi_arqos, s_axi_arprot, s_axi_arcache, s_axi_arlock, s_axi_arburst, s_axi_arsize, s_axi_aruser};
  wire [2*REQUEST-1:0] m_request = {
    m_axi_awaddr, m_axi_awid, m_axi_awlen, m_axi_awregion, m_axi_awqos, m_axi_awprot, m_axi_awcache, m_axi_awlock, m_axi_awburst, m_axi_awsize, m_axi_awuser,
    m_axi_araddr, m_axi_arid, m_axi_arlen, m_axi_arregion, m_axi_arqos, m_axi_arprot, m_axi_arcache, m_axi_arlock, m_axi_arburst, m_axi_arsize, m_axi_aruser};
